import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { SHARED_ACCOUNTS } from '../../ledger/ledger.ts';
import { getAccount } from '../accounts-contract.ts';
import { listApprovals, requestCorrection } from '../approvals-contract.ts';
import { correctLedger } from '../contract.ts';
import { getDeskPayment, listDeskPayments } from '../desk-payments-contract.ts';
import { rehearseCorrection } from '../moves-contract.ts';
import { MoveSteps } from './MoveSteps.tsx';
import { nameLedgerAccount } from './words.ts';

/** `other`: the account whose wallet is meant by `OTHER`. */
type Draft = Record<'from' | 'to' | 'other' | 'amount' | 'tracking' | 'reason', string>;
const OTHER = 'other';
/** Read again after a refusal, too: an answer that was lost may have been a yes. */
const CHANGED = [getDeskPayment, listDeskPayments, getAccount];

interface Props {
  /** Whose page it is. */
  userId: number;
  paymentId?: string | null;
  /** Where the money probably is. */
  from?: string;
  onClose: () => void;
}

export function CorrectionDialog({ userId, paymentId = null, from = 'suspense', onClose }: Props) {
  const wallet = `wallet:${String(userId)}`;
  const steps = useSteps({
    form: `move:${paymentId ?? String(userId)}`,
    empty: { from, to: wallet, other: '', amount: '', tracking: '', reason: '' },
    read: (typed, key) => readDraft(typed, key, paymentId),
    rehearse: useAct(rehearseCorrection, [], CHANGED),
    make: useAct(correctLedger, CHANGED, CHANGED),
    request: useAct(requestCorrection, [listApprovals]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  const options = [
    [wallet, m.move_wallet({ number: formatNumber(userId) })] as const,
    [OTHER, m.move_other_wallet()] as const,
    ...SHARED_ACCOUNTS.map((account) => [account, nameLedgerAccount(account)] as const),
  ];
  return (
    <MoveSteps title={m.move_title()} {...{ steps, onClose }} tracking={steps.input?.tracking ?? null}>
      <div className="desk-pair">
        <Select
          label={m.move_from()}
          value={draft.from}
          options={options}
          onChange={(account) => {
            change({ from: account });
          }}
        />
        <Select
          label={m.move_to()}
          value={draft.to}
          options={options}
          onChange={(account) => {
            change({ to: account });
          }}
        />
      </div>
      {(draft.from === OTHER || draft.to === OTHER) && (
        <Field
          label={m.move_other_number()}
          inputMode="numeric"
          dir="ltr"
          value={draft.other}
          onChange={(event) => {
            change({ other: event.target.value });
          }}
        />
      )}
      <div className="desk-pair">
        <Field
          label={m.refund_amount()}
          inputMode="numeric"
          dir="ltr"
          value={draft.amount}
          onChange={(event) => {
            change({ amount: event.target.value });
          }}
        />
        <Field
          label={m.refund_tracking()}
          hint={m.move_tracking_hint()}
          dir="ltr"
          value={draft.tracking}
          onChange={(event) => {
            change({ tracking: event.target.value });
          }}
        />
      </div>
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

/** Null until the form says what moves from where to where, and why. */
function readDraft(draft: Draft, key: string, paymentId: string | null): Input<typeof correctLedger> | null {
  const { reason, tracking: typed } = draft;
  const toman = parseToman(draft.amount);
  const other = Number(readWhole(draft.other) ?? Number.NaN);
  const [from, to] = [draft.from, draft.to].map((account) => (account === OTHER ? `wallet:${String(other)}` : account));
  const needsOther = [draft.from, draft.to].includes(OTHER);
  if (from === undefined || to === undefined || from === to || (needsOther && !(other > 0))) return null;
  const tracking = typed.trim() === '' ? null : typed.trim();
  if (!toman.ok || toman.value <= 0 || !isReason(reason) || (tracking !== null && tracking.length < 3)) return null;
  return { key, from, to, toman: toman.value, payment_id: paymentId, tracking, reason };
}
