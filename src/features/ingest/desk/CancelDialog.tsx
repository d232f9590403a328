import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { cancelIngest, listIngests, type IngestJob } from '../contract.ts';

export function CancelDialog({ job, onClose }: { job: IngestJob; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const act = useAct(cancelIngest, [listIngests], [listIngests]);
  return (
    <Dialog title={m.ingest_cancel()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id: job.id, reason }, { onSuccess: onClose });
        }}
      >
        <p>{m.ingest_cancel_note()}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.ingest_cancel_do()}
        </Button>
      </form>
    </Dialog>
  );
}
