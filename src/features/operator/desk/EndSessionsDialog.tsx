import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { endAccountSessions, getAccount } from '../accounts-contract.ts';

export function EndSessionsDialog({ id, count, onClose }: { id: number; count: number; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const act = useAct(endAccountSessions, [getAccount]);
  return (
    <Dialog title={m.sessions_end()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, reason }, { onSuccess: onClose });
        }}
      >
        <p>{m.sessions_text({ number: formatNumber(count) })}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.sessions_do()}
        </Button>
      </form>
    </Dialog>
  );
}
