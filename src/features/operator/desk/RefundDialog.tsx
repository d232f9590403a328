import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { getAccount } from '../accounts-contract.ts';
import { refundPayment } from '../contract.ts';
import { getDeskPayment, listDeskPayments, rehearseRefund, type DeskPaymentPage } from '../desk-payments-contract.ts';
import { listApprovals, requestRefund } from '../approvals-contract.ts';
import { RefundFacts } from './RefundFacts.tsx';
import { nameLine } from './words.ts';

const WHOLE = 'all';
type Draft = Record<'tracking' | 'line' | 'amount' | 'days' | 'reason', string> & { destination: 'wallet' | 'outside' };
const EMPTY: Draft = { destination: 'wallet', tracking: '', line: WHOLE, amount: '', days: '', reason: '' };

/** Two steps: the form, and what would happen by its own batch, which is rolled back until it is confirmed. */
export function RefundDialog({ payment, onClose }: { payment: DeskPaymentPage; onClose: () => void }) {
  const form = useDraft(`refund:${payment.id}`, EMPTY);
  const { value: draft, key } = form;
  const rehearse = useAct(rehearseRefund);
  const refund = useAct(refundPayment, [getDeskPayment, listDeskPayments, getAccount]);
  const request = useAct(requestRefund, [listApprovals]);
  const input = readDraft(draft, payment, key);
  const preview = rehearse.data?.data;
  const change = (part: Partial<Draft>) => {
    form.change(part);
    rehearse.reset();
    refund.reset();
    request.reset();
  };
  const finish = () => {
    form.clear();
    onClose();
  };
  const needsApproval = preview?.needs_approval === true;
  if (request.isSuccess)
    return (
      <Dialog title={m.refund_title()} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );

  return (
    <StepDialog
      title={m.refund_title()}
      error={rehearse.error ?? refund.error ?? request.error}
      next={{
        label: preview === undefined ? m.refund_see() : needsApproval ? m.approval_ask() : m.refund_do(),
        isReady: input !== null,
        isBusy: rehearse.isPending || refund.isPending || request.isPending,
        go: () => {
          if (input === null) return;
          if (preview === undefined) rehearse.mutate(input);
          else if (needsApproval) request.mutate(input, { onSuccess: form.clear });
          else refund.mutate(input, { onSuccess: finish });
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
      <DraftNote isStored={form.isStored && preview === undefined} clear={form.clear} />
      {preview === undefined ? (
        <RefundFields draft={draft} payment={payment} change={change} />
      ) : (
        <>
          <p className="desk-note">{needsApproval ? m.approval_needed() : m.refund_shown()}</p>
          <RefundFacts preview={preview} {...draft} />
        </>
      )}
    </StepDialog>
  );
}

function RefundFields({
  draft,
  payment,
  change,
}: {
  draft: Draft;
  payment: DeskPaymentPage;
  change: (part: Partial<Draft>) => void;
}) {
  const open = payment.lines.filter(({ total, refunded }) => total > refunded);
  const chosen = open.find(({ line }) => String(line) === draft.line);
  return (
    <>
      <Select
        label={m.refund_what()}
        value={draft.line}
        options={[[WHOLE, m.refund_whole()], ...open.map((line) => [String(line.line), nameLine(line)] as const)]}
        onChange={(line) => {
          change({ line });
        }}
      />
      {chosen && (
        <div className="desk-pair">
          <Field
            label={m.refund_amount()}
            hint={m.refund_amount_hint({ most: formatNumber(chosen.total - chosen.refunded) })}
            inputMode="numeric"
            dir="ltr"
            value={draft.amount}
            onChange={(event) => {
              change({ amount: event.target.value });
            }}
          />
          {chosen.kind === 'plan' && chosen.card_tail === null && (
            <Field
              label={m.refund_days()}
              hint={m.refund_days_hint()}
              inputMode="numeric"
              dir="ltr"
              value={draft.days}
              onChange={(event) => {
                change({ days: event.target.value });
              }}
            />
          )}
        </div>
      )}
      <Select
        label={m.refund_to()}
        value={draft.destination}
        options={[
          ['wallet', m.refund_wallet()],
          ['outside', m.refund_outside()],
        ]}
        onChange={(destination) => {
          change({ destination });
        }}
      />
      {draft.destination === 'outside' && (
        <Field
          label={m.refund_tracking()}
          hint={m.refund_tracking_hint()}
          dir="ltr"
          value={draft.tracking}
          onChange={(event) => {
            change({ tracking: event.target.value });
          }}
        />
      )}
      <ReasonField
        hint={m.reason_hint_owner()}
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </>
  );
}

/** Null until the form says what to give back, to where and why. */
function readDraft(draft: Draft, { id, lines }: DeskPaymentPage, key: string): Input<typeof refundPayment> | null {
  const { destination, tracking, line: chosen, amount, days, reason } = draft;
  if (!isReason(reason) || (destination === 'outside' && tracking.trim().length < 3)) return null;
  const base = { key, payment_id: id, destination, reason, ...(destination === 'outside' && { tracking }) };
  if (chosen === WHOLE) return base;
  const line = lines.find(({ line: number }) => String(number) === chosen);
  const toman = amount.trim() === '' ? null : parseToman(amount);
  const lessDays = days.trim() === '' ? 0 : Number(readWhole(days) ?? Number.NaN);
  if (line === undefined || toman?.ok === false || !Number.isSafeInteger(lessDays)) return null;
  return { ...base, lines: [{ line: line.line, toman: toman?.value ?? null, days: lessDays }] };
}
