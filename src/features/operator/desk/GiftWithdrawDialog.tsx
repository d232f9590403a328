import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { listGiftCards } from '../../gifts/desk-contract.ts';
import { listApprovals, requestRefund } from '../approvals-contract.ts';
import { refundPayment } from '../contract.ts';
import { getDeskPayment, rehearseRefund } from '../desk-payments-contract.ts';
import { listGiftBatches, type GiftBatch } from '../gift-batches-contract.ts';
import { RefundFacts } from './RefundFacts.tsx';

const MIN_TRACKING_CHARS = 3;
const EMPTY = { tracking: '', reason: '' };

/** The refund of all lines whose cards wait, to the outside. One that is redeemed meanwhile refuses all of it, and the
 * list, whose `batch` it is, is read again. */
export function GiftWithdrawDialog({ batch, onClose }: { batch: GiftBatch; onClose: () => void }) {
  const steps = useSteps({
    form: `withdraw:${batch.id}`,
    empty: EMPTY,
    read: (typed, key) => readDraft(typed, batch, key),
    rehearse: useAct(rehearseRefund, [], [listGiftBatches]),
    make: useAct(refundPayment, [listGiftBatches, listGiftCards, getDeskPayment], [listGiftBatches]),
    request: useAct(requestRefund, [listApprovals], [listGiftBatches]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  const count = m.batches_withdraw_note({ count: formatNumber(batch.waiting.length) });
  return (
    <Steps
      title={m.batches_withdraw_title()}
      {...{ steps, onClose }}
      label={m.batches_withdraw_do()}
      approval={m.approval_needed()}
      shown={m.refund_shown()}
      facts={(preview) => (
        <>
          <p className="desk-note">{count}</p>
          <RefundFacts preview={preview} destination="outside" {...draft} />
        </>
      )}
    >
      <p className="desk-note">{count}</p>
      <Field
        label={m.refund_tracking()}
        hint={m.refund_tracking_hint()}
        dir="ltr"
        value={draft.tracking}
        onChange={(event) => {
          change({ tracking: event.target.value });
        }}
      />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}

function readDraft({ tracking, reason }: typeof EMPTY, { id, waiting }: GiftBatch, key: string) {
  if (!isReason(reason) || tracking.trim().length < MIN_TRACKING_CHARS || waiting.length === 0) return null;
  const lines = waiting.map((line) => ({ line }));
  const input: Input<typeof refundPayment> = { key, payment_id: id, destination: 'outside', tracking, reason, lines };
  return input;
}
