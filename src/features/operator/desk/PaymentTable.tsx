import { toIso } from '../../../platform/desk/csv.ts';
import { Badge, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { Method, Purpose } from '../../ledger/payment-kinds.ts';
import type { PaymentState } from '../../payments/payment-state.ts';
import { PaymentLink } from './PaymentLink.tsx';
import { describeState, nameMethod, namePurpose } from './words.ts';

interface Row {
  id: string;
  purpose: Purpose;
  state: PaymentState;
  method: Method;
  total: number;
  created_at: number;
}

interface Props<T extends Row> {
  rows: readonly T[];
  more?: readonly Column<T>[];
}

export function PaymentTable<T extends Row>({ rows, more = [] }: Props<T>) {
  return (
    <Table
      label={m.payments_title()}
      rows={rows}
      getKey={({ id }) => id}
      empty={m.payments_none()}
      file="pardeh-payments"
      columns={[
        { name: m.payment_number(), show: ({ id }) => <PaymentLink id={id} />, cell: ({ id }) => id },
        {
          name: m.payment_when(),
          show: ({ created_at: at }) => <Moment at={at} />,
          cell: ({ created_at: at }) => toIso(at),
        },
        {
          name: m.payment_what(),
          show: ({ purpose }) => namePurpose(purpose),
          cell: ({ purpose }) => namePurpose(purpose),
        },
        {
          name: m.payment_method(),
          show: ({ method }) => nameMethod(method),
          cell: ({ method }) => nameMethod(method),
        },
        {
          name: m.payment_sum(),
          kind: 'number',
          show: ({ total }) => <Toman value={total} />,
          cell: ({ total }) => total,
        },
        {
          name: m.payment_state(),
          show: ({ state }) => {
            const { tone, text } = describeState(state);
            return <Badge tone={tone}>{text}</Badge>;
          },
          cell: ({ state }) => describeState(state).text,
        },
        ...more,
      ]}
    />
  );
}
