import { Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { PaymentLink } from './PaymentLink.tsx';

/** Debits of a wrong amount: each is booked on the payment's page. */
export function HeldDebits({ rows }: { rows: readonly { id: string; total: number; created_at: number }[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="desk-whole">
      <Panel title={m.debit_held()}>
        <Table
          label={m.debit_held()}
          rows={rows}
          getKey={({ id }) => id}
          empty={m.value_none()}
          columns={[
            { name: m.payment_number(), kind: 'wide', show: ({ id }) => <PaymentLink id={id} /> },
            { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
            { name: m.debit_due(), kind: 'number', show: ({ total }) => <Toman value={total} /> },
          ]}
        />
      </Panel>
    </div>
  );
}
