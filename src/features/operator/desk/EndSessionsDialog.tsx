import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { endAccountSessions, getAccount } from '../accounts-contract.ts';

export function EndSessionsDialog({ id, count, onClose }: { id: number; count: number; onClose: () => void }) {
  const { value, isStored, change, clear } = useDraft(`sessions:${String(id)}`, { reason: '' });
  const { reason } = value;
  const act = useAct(endAccountSessions, [getAccount]);
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={m.sessions_end()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, reason }, { onSuccess: finish });
        }}
      >
        <p>{m.sessions_text({ number: formatNumber(count) })}</p>
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
          {m.sessions_do()}
        </Button>
      </form>
    </Dialog>
  );
}
