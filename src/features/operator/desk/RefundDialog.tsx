import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { getAccount } from '../accounts-contract.ts';
import { refundPayment } from '../contract.ts';
import { getDeskPayment, listDeskPayments, rehearseRefund, type DeskPaymentPage } from '../desk-payments-contract.ts';
import { listApprovals, requestRefund } from '../approvals-contract.ts';
import { RefundFacts } from './RefundFacts.tsx';
import { nameLine } from './words.ts';

/** Read again after a refusal, too: an answer that was lost may have been a yes. */
const CHANGED = [getDeskPayment, listDeskPayments, getAccount];
const WHOLE = 'all';
type Draft = Record<'tracking' | 'line' | 'amount' | 'days' | 'reason', string> & { destination: 'wallet' | 'outside' };
const EMPTY: Draft = { destination: 'wallet', tracking: '', line: WHOLE, amount: '', days: '', reason: '' };

/** Two steps: the form, and what would happen by its own batch, which is rolled back until it is confirmed. */
export function RefundDialog({ payment, onClose }: { payment: DeskPaymentPage; onClose: () => void }) {
  const steps = useSteps({
    form: `refund:${payment.id}`,
    empty: EMPTY,
    read: (draft, key) => readDraft(draft, payment, key),
    rehearse: useAct(rehearseRefund, [], CHANGED),
    make: useAct(refundPayment, CHANGED, CHANGED),
    request: useAct(requestRefund, [listApprovals]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.refund_title()}
      {...{ steps, onClose }}
      label={m.refund_do()}
      approval={m.approval_needed()}
      shown={m.refund_shown()}
      facts={(preview) => <RefundFacts preview={preview} {...draft} />}
    >
      <RefundFields {...{ draft, payment, change }} />
    </Steps>
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
