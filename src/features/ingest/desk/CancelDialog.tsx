import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { cancelIngest, listIngests, type IngestJob } from '../contract.ts';

export function CancelDialog({ job, onClose }: { job: IngestJob; onClose: () => void }) {
  const act = useAct(cancelIngest, [listIngests], [listIngests]);
  return (
    <ReasonDialog
      draft={`ingest-cancel:${String(job.id)}`}
      title={m.ingest_cancel()}
      label={m.ingest_cancel_do()}
      act={act}
      send={(reason, onSuccess) => {
        act.mutate({ id: job.id, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <p>{m.ingest_cancel_note()}</p>
    </ReasonDialog>
  );
}
