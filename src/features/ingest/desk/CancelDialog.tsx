import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { cancelIngest, listIngests, type IngestJob } from '../contract.ts';

export function CancelDialog({ job, onClose }: { job: IngestJob; onClose: () => void }) {
  const { value, isStored, change, clear } = useDraft(`ingest-cancel:${String(job.id)}`, { reason: '' });
  const { reason } = value;
  const act = useAct(cancelIngest, [listIngests], [listIngests]);
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={m.ingest_cancel()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id: job.id, reason }, { onSuccess: finish });
        }}
      >
        <p>{m.ingest_cancel_note()}</p>
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.ingest_cancel_do()}
        </Button>
      </form>
    </Dialog>
  );
}
