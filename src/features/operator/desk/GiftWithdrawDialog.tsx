import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { listGiftCards } from '../../gifts/desk-contract.ts';
import { listApprovals, requestRefund } from '../approvals-contract.ts';
import { refundPayment } from '../contract.ts';
import { getDeskPayment, rehearseRefund } from '../desk-payments-contract.ts';
import { listGiftBatches, type GiftBatch } from '../gift-batches-contract.ts';
import { RefundFacts } from './RefundFacts.tsx';

const MIN_TRACKING_CHARS = 3;

/** The refund of all lines whose cards wait, to the outside. One that is redeemed meanwhile refuses all of it. */
export function GiftWithdrawDialog({ batch, onClose }: { batch: GiftBatch; onClose: () => void }) {
  const [key] = useState(() => createKey('withdraw'));
  const [draft, setDraft] = useState({ tracking: '', reason: '' });
  const rehearse = useAct(rehearseRefund, [], [listGiftBatches]);
  const refund = useAct(refundPayment, [listGiftBatches, listGiftCards, getDeskPayment], [listGiftBatches]);
  const request = useAct(requestRefund, [listApprovals], [listGiftBatches]);
  const { tracking, reason } = draft;
  const preview = rehearse.data?.data;
  const needsApproval = preview?.needs_approval === true;
  const isReady = isReason(reason) && tracking.trim().length >= MIN_TRACKING_CHARS && batch.waiting.length > 0;
  const input = {
    ...({ key, payment_id: batch.id, destination: 'outside', tracking, reason } as const),
    lines: batch.waiting.map((line) => ({ line })),
  };
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    for (const act of [rehearse, refund, request]) act.reset();
  };
  if (request.isSuccess)
    return (
      <Dialog title={m.batches_withdraw_title()} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <StepDialog
      title={m.batches_withdraw_title()}
      error={rehearse.error ?? refund.error ?? request.error}
      next={{
        label: preview === undefined ? m.refund_see() : needsApproval ? m.approval_ask() : m.batches_withdraw_do(),
        isReady,
        isBusy: rehearse.isPending || refund.isPending || request.isPending,
        go: () => {
          if (preview === undefined) rehearse.mutate(input);
          else if (needsApproval) request.mutate(input);
          else refund.mutate(input, { onSuccess: onClose });
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
      onClose={onClose}
    >
      <p className="desk-note">{m.batches_withdraw_note({ count: formatNumber(batch.waiting.length) })}</p>
      {preview === undefined ? (
        <>
          <Field
            label={m.refund_tracking()}
            hint={m.refund_tracking_hint()}
            dir="ltr"
            value={tracking}
            onChange={(event) => {
              change({ tracking: event.target.value });
            }}
          />
          <ReasonField
            value={reason}
            onChange={(text) => {
              change({ reason: text });
            }}
          />
        </>
      ) : (
        <>
          <p className="desk-note">{needsApproval ? m.approval_needed() : m.refund_shown()}</p>
          <RefundFacts preview={preview} reason={reason} destination="outside" tracking={tracking} />
        </>
      )}
    </StepDialog>
  );
}
