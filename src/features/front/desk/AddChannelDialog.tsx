import { useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { createChannel } from '../channels-contract.ts';
import { LIST_KEY, MAX_NAME_CHARS } from '../contract.ts';
import { listDeskChannels } from '../weeks-contract.ts';
import { NO_CHANNEL, readChannelDraft, type ChannelDraft } from './channel-draft.ts';
import { ChannelFields } from './ChannelFields.tsx';

/** A draft: nobody sees it before its publication. */
export function AddChannelDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<ChannelDraft>(NO_CHANNEL);
  const [slug, setSlug] = useState('');
  const act = useAct(createChannel, [listDeskChannels]);
  const [, navigate] = useLocation();
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  const facts = LIST_KEY.test(slug) ? readChannelDraft(draft) : null;
  return (
    <Dialog title={m.channel_make()} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (facts === null) return;
          const onSuccess = ({ data }: { data: { id: number } }) => {
            navigate(`/front/channels/${String(data.id)}`);
          };
          act.mutate({ slug, ...facts }, { onSuccess });
        }}
      >
        <ChannelFields
          draft={draft}
          faults={faults}
          change={(part) => {
            setDraft({ ...draft, ...part });
            act.reset();
          }}
        />
        <Field
          label={m.front_key()}
          hint={m.front_key_hint()}
          error={faults['slug']?.[0]}
          dir="ltr"
          lang="en"
          maxLength={MAX_NAME_CHARS}
          value={slug}
          onChange={(event) => {
            setSlug(event.target.value);
            act.reset();
          }}
        />
        <Refusal error={Object.keys(faults).length > 0 ? null : act.error} />
        <Button type="submit" disabled={facts === null} busy={act.isPending}>
          {m.channel_make()}
        </Button>
      </form>
    </Dialog>
  );
}
