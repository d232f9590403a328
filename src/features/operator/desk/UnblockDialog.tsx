import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getAccount } from '../accounts-contract.ts';
import { unblockAccount } from '../blocks-contract.ts';

export function UnblockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { value, isStored, change, clear } = useDraft(`unblock:${String(id)}`, { reason: '' });
  const { reason } = value;
  const act = useAct(unblockAccount, [getAccount]);
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={m.block_end_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, reason }, { onSuccess: finish });
        }}
      >
        <p>{m.block_end_text()}</p>
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          hint={m.reason_hint_owner()}
          value={reason}
          onChange={(text) => {
            change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.block_end_do()}
        </Button>
      </form>
    </Dialog>
  );
}
