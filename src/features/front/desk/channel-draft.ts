import * as v from 'valibot';
import { CHANNEL_ACCESS, type ChannelFacts } from '../channels-contract.ts';

/** A live channel as it is typed; an empty source is the week's own programmes. */
export const channelDraft = v.object({
  ...{ name_fa: v.string(), name_en: v.string(), synopsis_fa: v.string(), synopsis_en: v.string() },
  stream_url: v.string(),
  access: v.picklist(CHANNEL_ACCESS),
});
export type ChannelDraft = v.InferOutput<typeof channelDraft>;

export const NO_CHANNEL: ChannelDraft = {
  ...{ name_fa: '', name_en: '', synopsis_fa: '', synopsis_en: '' },
  stream_url: '',
  access: 'free',
};

export const toChannelDraft = ({
  name_fa,
  name_en,
  synopsis_fa,
  synopsis_en,
  ...facts
}: ChannelFacts): ChannelDraft => ({
  ...{ name_fa, name_en, synopsis_fa, synopsis_en },
  stream_url: facts.stream_url ?? '',
  access: facts.access,
});

/** Null: a name is missing. */
export function readChannelDraft({ stream_url, ...draft }: ChannelDraft): ChannelFacts | null {
  if (draft.name_fa.trim() === '' || draft.name_en.trim() === '') return null;
  return { ...draft, stream_url: stream_url.trim() === '' ? null : stream_url.trim() };
}
