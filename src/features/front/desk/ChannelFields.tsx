import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { MAX_LINK_CHARS } from '../../../platform/text/safe-link.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { nameAccess } from '../../catalogue/desk/field-texts.ts';
import { CHANNEL_ACCESS, type ChannelFacts } from '../channels-contract.ts';
import type { ChannelDraft } from './channel-draft.ts';
import { MagazineFields } from './MagazineFields.tsx';

interface Props {
  draft: ChannelDraft;
  change: (part: Partial<ChannelDraft>) => void;
  /** Of the fields, as the server refused them. */
  faults: Readonly<Record<string, readonly string[]>>;
}

export function ChannelFields({ draft, change, faults }: Props) {
  const { name_fa: title, name_en: english, synopsis_fa, synopsis_en } = draft;
  return (
    <>
      <MagazineFields
        draft={{ title, title_en: english, synopsis_fa, synopsis_en }}
        change={({ title: persian, title_en: latin, ...texts }) => {
          change({
            ...texts,
            ...(persian !== undefined && { name_fa: persian }),
            ...(latin !== undefined && { name_en: latin }),
          });
        }}
      />
      <div className="desk-pair">
        <Field
          label={m.channel_source()}
          hint={m.channel_source_hint()}
          error={faults['stream_url']?.[0]}
          dir="ltr"
          lang="en"
          inputMode="url"
          maxLength={MAX_LINK_CHARS}
          value={draft.stream_url}
          onChange={(event) => {
            change({ stream_url: event.target.value });
          }}
        />
        <Select<ChannelFacts['access']>
          label={m.channel_access()}
          value={draft.access}
          options={CHANNEL_ACCESS.map((access) => [access, nameAccess(access)] as const)}
          onChange={(access) => {
            change({ access });
          }}
        />
      </div>
    </>
  );
}
