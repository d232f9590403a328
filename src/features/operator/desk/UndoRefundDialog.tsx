import { useEffect } from 'react';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getAccount } from '../accounts-contract.ts';
import {
  getDeskPayment,
  listDeskPayments,
  rehearseUndo,
  undoRefund,
  type DeskPaymentPage,
} from '../desk-payments-contract.ts';
import { RefundEffects } from './RefundFacts.tsx';

type Refund = DeskPaymentPage['refunds'][number];

/** The effects of the undo by its own batch, which is rolled back, and the press that does it. */
export function UndoRefundDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { id, payment_id: paymentId } = refund;
  const { mutate, data, error } = useAct(rehearseUndo);
  const undo = useAct(undoRefund, [getDeskPayment, listDeskPayments, getAccount], [getDeskPayment]);
  useEffect(() => {
    mutate({ payment_id: paymentId, refund: id });
  }, [mutate, paymentId, id]);
  return (
    <Dialog title={m.refund_undo_title()} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          undo.mutate({ payment_id: paymentId, refund: id }, { onSuccess: onClose });
        }}
      >
        {data !== undefined && (
          <>
            <p className="desk-note">{m.refund_shown()}</p>
            <RefundEffects preview={data.data} sum={m.refund_undo_sum()} />
          </>
        )}
        <Refusal error={error ?? undo.error} />
        <div className="desk-buttons">
          <Button type="submit" disabled={data === undefined} busy={undo.isPending}>
            {m.refund_undo_do()}
          </Button>
          <Button look="line" onClick={onClose}>
            {m.refund_close()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
