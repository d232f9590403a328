import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { listApprovals, requestErasure } from '../approvals-contract.ts';
import { rehearseErasure } from '../erasures-contract.ts';
import { ErasureFacts } from './ErasureFacts.tsx';

/** Two steps; the second asks a second member, whatever the account has. */
export function ErasureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { value, key, isStored, change, clear } = useDraft(`erase:${String(id)}`, { reason: '' });
  const { reason } = value;
  const rehearse = useAct(rehearseErasure);
  const request = useAct(requestErasure, [listApprovals]);
  const preview = rehearse.data?.data;
  if (request.isSuccess)
    return (
      <Dialog title={m.erase_open()} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <Dialog title={m.erase_open()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (preview === undefined) rehearse.mutate({ id });
          else request.mutate({ key, user_id: id, reason }, { onSuccess: clear });
        }}
      >
        <p className="desk-note">{m.erase_note()}</p>
        {preview === undefined ? (
          <>
            <DraftNote isStored={isStored} clear={clear} />
            <ReasonField
              hint={m.reason_hint_owner()}
              value={reason}
              onChange={(text) => {
                change({ reason: text });
              }}
            />
          </>
        ) : (
          <ErasureFacts preview={preview} reason={reason} />
        )}
        <Refusal error={rehearse.error ?? request.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={rehearse.isPending || request.isPending}>
          {preview === undefined ? m.refund_see() : m.approval_ask()}
        </Button>
      </form>
    </Dialog>
  );
}
