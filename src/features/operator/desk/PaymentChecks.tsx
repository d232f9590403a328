import { toIso } from '../../../platform/desk/csv.ts';
import { Code, Moment } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { PaymentCheck } from '../desk-payments-contract.ts';

const KINDS: Record<PaymentCheck['kind'], () => string> = {
  callback: m.check_callback,
  inquiry: m.check_inquiry,
  verify: m.check_verify,
  reverse: m.check_reverse,
};

/** In the words of the port (payments/server/gateways/port.ts). */
const OUTCOMES: Readonly<Record<string, () => string>> = {
  paid: m.check_paid,
  repeat: m.check_repeat,
  cancelled: m.check_cancelled,
  failed: m.check_failed,
  refused: m.check_refused,
  mismatch: m.check_mismatch,
  foreign: m.check_foreign,
  verify: m.check_maybe,
  waiting: m.check_waiting,
  unknown: m.check_unknown,
  reversed: m.check_reversed,
};

const nameOutcome = (outcome: string) => OUTCOMES[outcome]?.() ?? outcome;

export function PaymentChecks({ checks }: { checks: readonly PaymentCheck[] }) {
  const rows = checks.map((check, at) => ({ ...check, at }));
  return (
    <Panel title={m.check_title()}>
      <Table
        label={m.check_title()}
        rows={rows}
        getKey={({ at }) => at}
        empty={m.check_none()}
        file="pardeh-bank-answers"
        columns={[
          {
            name: m.payment_when(),
            show: ({ said_at: at }) => <Moment at={at} />,
            cell: ({ said_at: at }) => toIso(at),
          },
          { name: m.check_kind(), show: ({ kind }) => KINDS[kind](), cell: ({ kind }) => KINDS[kind]() },
          {
            name: m.check_outcome(),
            show: ({ outcome }) => nameOutcome(outcome),
            cell: ({ outcome }) => nameOutcome(outcome),
          },
          {
            name: m.payment_problem(),
            show: ({ problem }) => <Code text={problem} />,
            cell: ({ problem }) => problem ?? '',
          },
          {
            name: m.payment_reference(),
            show: ({ reference }) => <Code text={reference} />,
            cell: ({ reference }) => reference ?? '',
          },
          { name: m.payment_trace(), show: ({ trace }) => <Code text={trace} />, cell: ({ trace }) => trace ?? '' },
          { name: m.payment_card(), show: ({ card }) => <Code text={card} />, cell: ({ card }) => card ?? '' },
        ]}
      />
      <p className="desk-note">{m.check_note()}</p>
    </Panel>
  );
}
