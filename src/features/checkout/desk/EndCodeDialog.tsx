import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { endDiscountCode, listDiscountCodes } from '../codes-contract.ts';

export function EndCodeDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const end = useAct(endDiscountCode, [listDiscountCodes]);
  return (
    <Dialog title={m.codes_end_title({ code: `\u2068${code}\u2069` })} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          end.mutate({ code, reason }, { onSuccess: onClose });
        }}
      >
        <p>{m.codes_end_note()}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={end.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={end.isPending}>
          {m.codes_end_do()}
        </Button>
      </form>
    </Dialog>
  );
}
