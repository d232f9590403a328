import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getAccount } from '../accounts-contract.ts';
import {
  getDeskPayment,
  listDeskPayments,
  rehearseUndo,
  undoRefund,
  type DeskPaymentPage,
} from '../desk-payments-contract.ts';
import { RefundEffects } from './RefundFacts.tsx';

const EMPTY = { reason: '' };

interface Props {
  refund: DeskPaymentPage['refunds'][number];
  onClose: () => void;
}

/** A reason, and the effects of the undo by its own batch, which is rolled back until it is confirmed. */
export function UndoRefundDialog({ refund: { id, payment_id: paymentId }, onClose }: Props) {
  const steps = useSteps({
    form: `undo:${id}`,
    empty: EMPTY,
    read: ({ reason }) => (isReason(reason) ? { payment_id: paymentId, refund: id, reason } : null),
    rehearse: useAct(rehearseUndo),
    make: useAct(undoRefund, [getDeskPayment, listDeskPayments, getAccount], [getDeskPayment]),
    onDone: onClose,
  });
  const { reason } = steps.draft;
  return (
    <Steps
      title={m.refund_undo_title()}
      {...{ steps, onClose }}
      label={m.refund_undo_do()}
      shown={m.refund_shown()}
      facts={(preview) => (
        <RefundEffects preview={preview} undoes last={[[m.reason_label(), <bdi key="reason">{reason}</bdi>]]} />
      )}
    >
      <ReasonField
        hint={m.reason_hint_owner()}
        value={reason}
        onChange={(text) => {
          steps.change({ reason: text });
        }}
      />
    </Steps>
  );
}
