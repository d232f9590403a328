import { toIso } from '../../../platform/desk/csv.ts';
import { Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { WalletLink } from './WalletLink.tsx';
import { nameLedgerAccount, nameLedgerEvent } from './words.ts';

interface Entry {
  account: string;
  amount: number;
  event?: string;
  created_at?: number;
}

interface Props {
  entries: readonly Entry[];
  withOwners?: boolean;
  file?: string;
}

/** Legs of the ledger; each event's sum is zero. `withOwners`: says whose wallets they are. */
export function LedgerTable({ entries, withOwners = false, file }: Props) {
  const rows = entries.map((entry, at) => ({ ...entry, at }));
  const booked: Column<Entry>[] =
    rows[0]?.event === undefined
      ? []
      : [
          {
            name: m.payment_when(),
            show: ({ created_at: at }) => <Moment at={at ?? 0} />,
            cell: ({ created_at: at }) => toIso(at ?? 0),
          },
          {
            name: m.ledger_event(),
            show: ({ event }) => nameLedgerEvent(event ?? ''),
            cell: ({ event }) => nameLedgerEvent(event ?? ''),
          },
        ];
  return (
    <Table
      label={m.ledger_title()}
      rows={rows}
      getKey={({ at }) => at}
      empty={m.ledger_none()}
      {...(file !== undefined && { file })}
      columns={[
        ...booked,
        {
          name: m.ledger_account(),
          kind: 'wide',
          show: ({ account }) => (
            <>
              {nameLedgerAccount(account)} {withOwners && <WalletLink account={account} />}
            </>
          ),
          cell: ({ account }) => nameLedgerAccount(account),
        },
        {
          name: m.ledger_in(),
          kind: 'number',
          show: ({ amount }) => amount > 0 && <Toman value={amount} />,
          cell: ({ amount }) => Math.max(amount, 0),
        },
        {
          name: m.ledger_out(),
          kind: 'number',
          show: ({ amount }) => amount < 0 && <Toman value={-amount} />,
          cell: ({ amount }) => Math.max(-amount, 0),
        },
      ]}
    />
  );
}
