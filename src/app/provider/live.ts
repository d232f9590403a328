import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as calls from '../../features/live/contract.ts';
import type { Channel } from '../../features/live/contract.ts';
import { loadSlider } from './catalogue.ts';
import { refuse, type ProviderContext } from './context.ts';
import { getStreamUrl } from './settings.ts';

/** Spec 7.25, 3.20: section 7 has no guide. */

async function loadChannels(context: ProviderContext): Promise<Channel[]> {
  const { live } = await loadSlider(context);
  const unknown = { synopsis_fa: '', synopsis_en: '', starts_at: null, next_fa: '', next_en: '', next_at: null };
  return live.map((channel) => ({ ...channel, ...unknown, external: true }));
}

export async function getChannels(context: ProviderContext): Promise<Output<typeof calls.getChannels>> {
  return { data: await loadChannels(context) };
}

export async function getGuide(
  context: ProviderContext,
  { slug, day }: Input<typeof calls.getGuide>,
): Promise<Output<typeof calls.getGuide>> {
  const channel = (await loadChannels(context)).find((candidate) => candidate.slug === slug) ?? refuse('not_found');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(new Date());
  return { data: { channel, today, day: day ?? today, items: [] } };
}

export async function getLivePlay(
  context: ProviderContext,
  { id: channelId }: Input<typeof calls.getLivePlay>,
): Promise<Output<typeof calls.getLivePlay>> {
  const id = Number(channelId);
  const channel = (await loadChannels(context)).find((candidate) => candidate.id === id) ?? refuse('not_found');
  const manifest = getStreamUrl(context.env, { type: 'live', id, pass: '' }) ?? refuse('not_offered');
  const { slug, name_fa: nameFa, name_en: nameEn, art } = channel;
  return {
    data: {
      channel: { id, slug, name_fa: nameFa, name_en: nameEn },
      manifest_url: manifest,
      expires_at: Math.floor(Date.now() / 1000) + 6 * 60 * 60,
      stream: null,
      poster_url: art,
      programme: null,
      next_at: null,
      programmes: [],
      can_restart: false,
      fullrate: null,
    },
  };
}
