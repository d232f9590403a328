import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
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
import { MoveSteps, resetMove } from './MoveSteps.tsx';
import { nameLedgerAccount } from './words.ts';

interface Draft {
  from: string;
  to: string;
  /** The account whose wallet is meant by `OTHER`. */
  other: string;
  amount: string;
  tracking: string;
  reason: string;
}
const OTHER = 'other';

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
  const [draft, setDraft] = useState<Draft>({ from, to: wallet, other: '', amount: '', tracking: '', reason: '' });
  const [key] = useState(() => createKey('move'));
  const acts = {
    rehearse: useAct(rehearseCorrection),
    make: useAct(correctLedger, [getDeskPayment, listDeskPayments, getAccount]),
    request: useAct(requestCorrection, [listApprovals]),
  };
  const input = readDraft(draft, key, paymentId);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    resetMove(acts);
  };
  const options = [
    [wallet, m.move_wallet({ number: formatNumber(userId) })] as const,
    [OTHER, m.move_other_wallet()] as const,
    ...SHARED_ACCOUNTS.map((account) => [account, nameLedgerAccount(account)] as const),
  ];
  return (
    <MoveSteps
      title={m.move_title()}
      {...{ input, acts, onClose }}
      facts={{ tracking: input?.tracking ?? null, reason: draft.reason }}
    >
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
