import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { getPlans } from '../../checkout/contract.ts';
import { listGiftCards } from '../../gifts/desk-contract.ts';
import { listApprovals, requestGiftBatch } from '../approvals-contract.ts';
import { listDeskPayments } from '../desk-payments-contract.ts';
import { BATCH_SIZES, listGiftBatches, makeGiftBatch, rehearseGiftBatch } from '../gift-batches-contract.ts';
import { GiftBatchFacts } from './GiftBatchFacts.tsx';

const EMPTY = { plan: '', count: '10', amount: '', buyer: '', tracking: '', reason: '' };
type Draft = typeof EMPTY;
const MIN_TEXT_CHARS = { buyer: 2, tracking: 3 };

interface Props {
  /** The batch's payment; null where nothing was made, or a second member is asked. */
  onClose: (id: string | null) => void;
}

/** Two steps: the form, and the entries by the batch's own statements, which are rolled back until it is confirmed. */
export function GiftBatchDialog({ onClose }: Props) {
  const steps = useSteps({
    form: 'gift-batch',
    empty: EMPTY,
    read: readDraft,
    rehearse: useAct(rehearseGiftBatch),
    make: useAct(makeGiftBatch, [listGiftBatches, listGiftCards, listDeskPayments], [listGiftBatches]),
    request: useAct(requestGiftBatch, [listApprovals]),
    onDone: ({ data }) => {
      onClose(data.id);
    },
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.batches_make_title()}
      steps={steps}
      label={m.batches_do()}
      approval={m.batches_needs_approval()}
      shown={m.refund_shown()}
      facts={(preview) => <GiftBatchFacts preview={preview} {...draft} />}
      onClose={() => {
        onClose(null);
      }}
    >
      <BatchFields {...{ draft, change }} />
    </Steps>
  );
}

function BatchFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const plans = useCall(getPlans, {}).data?.data ?? {};
  const text = (name: 'amount' | 'buyer' | 'tracking', label: string, hint: string) => (
    <Field
      {...{ label, hint }}
      dir={name === 'buyer' ? 'auto' : 'ltr'}
      inputMode={name === 'amount' ? 'numeric' : 'text'}
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
    />
  );
  return (
    <>
      <div className="desk-pair">
        <Select
          label={m.batches_plan()}
          value={draft.plan}
          options={[
            ['', m.value_none()],
            ...Object.entries(plans).map(([id, plan]) => [id, nameIn(getLocale(), plan)] as const),
          ]}
          onChange={(plan) => {
            change({ plan });
          }}
        />
        <Select
          label={m.batches_count()}
          value={draft.count}
          options={BATCH_SIZES.map((size) => [String(size), formatNumber(size)] as const)}
          onChange={(count) => {
            change({ count });
          }}
        />
      </div>
      {text('amount', m.batches_sum_label(), m.batches_sum_hint())}
      <div className="desk-pair">
        {text('buyer', m.batches_buyer(), m.batches_buyer_hint())}
        {text('tracking', m.refund_tracking(), m.refund_tracking_hint())}
      </div>
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </>
  );
}

/** Null until the form says all of it. */
function readDraft({ plan, count, amount, buyer, tracking, reason }: Draft, key: string) {
  const toman = parseToman(amount);
  const size = BATCH_SIZES.find((option) => String(option) === count);
  if (plan === '' || size === undefined || !toman.ok || !isReason(reason)) return null;
  if (buyer.trim().length < MIN_TEXT_CHARS.buyer || tracking.trim().length < MIN_TEXT_CHARS.tracking) return null;
  const input: Input<typeof makeGiftBatch> = {
    ...{ key, plan_id: Number(plan), count: size, toman: toman.value, buyer, tracking, reason },
  };
  return input;
}
