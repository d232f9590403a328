import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
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
  const form = useDraft('gift-batch', EMPTY);
  const { value: draft, key } = form;
  const rehearse = useAct(rehearseGiftBatch);
  const make = useAct(makeGiftBatch, [listGiftBatches, listGiftCards, listDeskPayments]);
  const request = useAct(requestGiftBatch, [listApprovals]);
  const input = readDraft(draft, key);
  const preview = rehearse.data?.data;
  const needsApproval = preview?.needs_approval === true;
  const change = (part: Partial<Draft>) => {
    form.change(part);
    for (const act of [rehearse, make, request]) act.reset();
  };
  const close = () => {
    onClose(null);
  };
  if (request.isSuccess)
    return (
      <Dialog title={m.batches_make_title()} onClose={close}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={close}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <StepDialog
      title={m.batches_make_title()}
      error={rehearse.error ?? make.error ?? request.error}
      next={{
        label: preview === undefined ? m.refund_see() : needsApproval ? m.approval_ask() : m.batches_do(),
        isReady: input !== null,
        isBusy: rehearse.isPending || make.isPending || request.isPending,
        go: () => {
          if (input === null) return;
          if (preview === undefined) rehearse.mutate(input);
          else if (needsApproval) request.mutate(input, { onSuccess: form.clear });
          else
            make.mutate(input, {
              onSuccess: ({ data }) => {
                form.clear();
                onClose(data.id);
              },
            });
        },
      }}
      back={
        preview === undefined
          ? null
          : {
              label: m.refund_back(),
              go: () => {
                change({});
              },
            }
      }
      onClose={close}
    >
      <DraftNote isStored={form.isStored && preview === undefined} clear={form.clear} />
      {preview === undefined ? (
        <BatchFields draft={draft} change={change} />
      ) : (
        <>
          <p className="desk-note">{needsApproval ? m.batches_needs_approval() : m.refund_shown()}</p>
          <GiftBatchFacts preview={preview} {...draft} />
        </>
      )}
    </StepDialog>
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
