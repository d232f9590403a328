import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { getAccount } from '../accounts-contract.ts';
import { listApprovals, requestDebit } from '../approvals-contract.ts';
import { listAlarms } from '../alarms-contract.ts';
import { resolveDebit } from '../contract.ts';
import { getDeskPayment, listDeskPayments, type DeskPaymentPage } from '../desk-payments-contract.ts';
import { rehearseDebit } from '../moves-contract.ts';
import { MoveSteps } from './MoveSteps.tsx';

type Draft = Record<'taken' | 'tracking' | 'reason', string> & {
  destination: 'wallet' | 'outside';
  again: 'no' | 'yes';
};
const EMPTY: Draft = { taken: '', destination: 'wallet', tracking: '', again: 'no', reason: '' };

/** Read again after a refusal, too: an answer that was lost may have been a yes. */
const CHANGED = [getDeskPayment, listDeskPayments, getAccount, listAlarms];

/** A debit of a wrong amount that waits for a person. */
export function isDebitHeld({ method, state, problem, entries }: DeskPaymentPage): boolean {
  const isWrong = problem === 'amount_mismatch' || problem === 'reference_used';
  const isBooked = entries.some(
    ({ event, account }) => event.startsWith('correction:') && account === 'bank:direct_debit',
  );
  return method === 'direct_debit' && state === 'failed' && isWrong && !isBooked;
}

export function DebitDialog({ payment, onClose }: { payment: DeskPaymentPage; onClose: () => void }) {
  const steps = useSteps({
    form: `debit:${payment.id}`,
    empty: EMPTY,
    read: (typed, key) => readDraft(typed, payment.id, key),
    rehearse: useAct(rehearseDebit, [], CHANGED),
    make: useAct(resolveDebit, CHANGED, CHANGED),
    request: useAct(requestDebit, [listApprovals]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <MoveSteps
      title={m.debit_title()}
      {...{ steps, onClose }}
      tracking={steps.input?.tracking ?? null}
      collectAgain={draft.again === 'yes'}
    >
      <p className="desk-note">{m.debit_note()}</p>
      <div className="desk-pair">
        <Field
          label={m.debit_taken()}
          hint={m.debit_taken_hint()}
          inputMode="numeric"
          dir="ltr"
          value={draft.taken}
          onChange={(event) => {
            change({ taken: event.target.value });
          }}
        />
        <Select
          label={m.debit_to()}
          value={draft.destination}
          options={[
            ['wallet', m.refund_wallet()],
            ['outside', m.debit_outside()],
          ]}
          onChange={(destination) => {
            change({ destination });
          }}
        />
      </div>
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
      <Select
        label={m.debit_again()}
        value={draft.again}
        options={[
          ['no', m.debit_again_no()],
          ['yes', m.debit_again_yes()],
        ]}
        onChange={(choice) => {
          change({ again: choice });
        }}
      />
      <ReasonField
        hint={m.reason_hint_owner()}
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </MoveSteps>
  );
}

/** Null until the form says what was taken, where it goes and why. */
function readDraft(draft: Draft, paymentId: string, key: string): Input<typeof requestDebit> | null {
  const { destination, reason, again } = draft;
  const sum = parseToman(draft.taken);
  const tracking = destination === 'outside' ? draft.tracking.trim() : null;
  if (!sum.ok || sum.value <= 0 || !isReason(reason) || (tracking !== null && tracking.length < 3)) return null;
  const collectAgain = again === 'yes';
  return { key, payment_id: paymentId, taken: sum.value, destination, tracking, collect_again: collectAgain, reason };
}
