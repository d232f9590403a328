import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { createChannel } from '../channels-contract.ts';
import { listDeskChannels } from '../weeks-contract.ts';
import { NO_CHANNEL, readChannelDraft } from './channel-draft.ts';
import { ChannelFields } from './ChannelFields.tsx';
import { MakePartDialog } from './MakePartDialog.tsx';

export function AddChannelDialog({ onClose }: { onClose: () => void }) {
  return (
    <MakePartDialog
      form="channel-new"
      title={m.channel_make()}
      empty={NO_CHANNEL}
      read={readChannelDraft}
      act={useAct(createChannel, [listDeskChannels])}
      toPath={(id) => `/front/channels/${String(id)}`}
      onClose={onClose}
    >
      {(form) => <ChannelFields {...form} />}
    </MakePartDialog>
  );
}
