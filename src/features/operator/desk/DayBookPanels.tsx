import type { ReactNode } from 'react';
import { Badge, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { Empty, Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { GIFT_CARDS } from '../../ledger/ledger.ts';
import type { DayBook } from '../books-contract.ts';
import { ClosingPanel } from './ClosingPanel.tsx';
import { GivenDaysPanel } from './GivenDaysPanel.tsx';
import { VatPanel } from './VatPanel.tsx';
import { nameLedgerAccount, nameLedgerEvent } from './words.ts';

type Sum = DayBook['sums'][number];

export function DayBookPanels({ book }: { book: DayBook }) {
  if (book.sums.length === 0)
    return (
      <div className="desk-stack">
        <Empty>{m.books_none()}</Empty>
        <GivenDaysPanel days={book.days} />
        <VatPanel months={book.months} />
        <ClosingPanel book={book} />
      </div>
    );
  return (
    <div className="desk-columns">
      <BalancePanel book={book} />
      <TradesPanel
        title={m.books_sales()}
        rows={groupTrades(book.sums, ['sales:'], ['sale', 'redeem'])}
        empty={m.books_no_sales()}
        columns={{ account: m.payment_what(), sum: m.books_net(), back: m.books_back() }}
      />
      <TradesPanel
        title={m.books_gateways()}
        rows={groupTrades(book.sums, ['bank:', 'outside:'], ['pay'])}
        empty={m.books_no_gateways()}
        columns={{ account: m.payment_method(), sum: m.books_received(), back: m.books_outgoing() }}
      />
      <VatPanel months={book.months} />
      <GivenDaysPanel days={book.days} />
      <ClosingPanel book={book} />
      <div className="desk-whole">
        <Panel title={m.books_accounts()}>
          <Table<Sum>
            label={m.books_accounts()}
            rows={book.sums}
            getKey={({ event, account }) => `${event} ${account}`}
            empty={m.books_none()}
            columns={[
              { name: m.ledger_event(), show: ({ event }) => nameLedgerEvent(event) },
              { name: m.ledger_account(), kind: 'wide', show: ({ account }) => nameLedgerAccount(account) },
              { name: m.books_entries(), kind: 'number', show: ({ entries }) => formatNumber(entries) },
              { name: m.ledger_in(), kind: 'number', show: ({ increase }) => showSum(increase) },
              { name: m.ledger_out(), kind: 'number', show: ({ decrease }) => showSum(decrease) },
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}

const showSum = (toman: number): ReactNode => toman > 0 && <Toman value={toman} />;

function add(sums: readonly Sum[], isPart: (sum: Sum) => boolean): { increase: number; decrease: number } {
  const total = { increase: 0, decrease: 0 };
  for (const sum of sums.filter(isPart)) {
    total.increase += sum.increase;
    total.decrease += sum.decrease;
  }
  return total;
}

function BalancePanel({ book: { sums, events } }: { book: DayBook }) {
  const all = add(sums, () => true);
  const broken = events.reduce((count, { unbalanced }) => count + unbalanced, 0);
  const isBalanced = all.increase === all.decrease && broken === 0;
  const refunds = add(sums, ({ event, account }) => event === 'refund' && /^(?:sales|gift_cards|vat)/.test(account));
  const sales = add(sums, ({ event, account }) => /^(?:sale|redeem)$/.test(event) && account.startsWith('sales:'));
  // An undo is neither a sale nor a refund: it takes the refund's own sums back.
  const undone = (isPart: (account: string) => boolean) =>
    add(sums, ({ event, account }) => event === 'undo' && isPart(account)).increase;
  const gifts = add(sums, ({ event, account }) => !/^(?:correction|undo)$/.test(event) && account === GIFT_CARDS);
  const vat = add(sums, ({ event, account }) => event !== 'undo' && account === 'vat');
  const bank = add(sums, ({ event }) => event === 'pay');
  return (
    <Panel
      title={m.books_balance()}
      actions={
        <Badge tone={isBalanced ? 'good' : 'bad'}>
          {isBalanced ? m.books_balanced() : m.books_unbalanced({ count: formatNumber(broken) })}
        </Badge>
      }
    >
      <Facts
        rows={[
          [m.books_received(), <Toman key="received" value={bank.increase} />],
          [m.books_sold(), <Toman key="sold" value={sales.increase} />],
          ...(gifts.increase + gifts.decrease > 0
            ? ([
                [m.books_gifts_sold(), <Toman key="gifts" value={gifts.increase} />],
                [
                  m.books_gifts_ended(),
                  <Toman key="gifts-ended" value={gifts.decrease - undone((account) => account === GIFT_CARDS)} />,
                ],
              ] as const)
            : []),
          [m.books_vat_charged(), <Toman key="vat" value={vat.increase} />],
          [
            m.books_vat_refunded(),
            <Toman key="vat-back" value={vat.decrease - undone((account) => account === 'vat')} />,
          ],
          [
            m.books_refunded(),
            <Toman key="refunded" value={refunds.decrease - undone((account) => !account.startsWith('wallet'))} />,
          ],
          [m.ledger_in(), <Toman key="in" value={all.increase} />],
          [m.ledger_out(), <Toman key="out" value={all.decrease} />],
          ...events.map(
            ({ event, count }) => [m.books_count({ name: nameLedgerEvent(event) }), formatNumber(count)] as const,
          ),
        ]}
      />
    </Panel>
  );
}

interface Trade {
  account: string;
  count: number;
  sum: number;
  back: number;
}

/** The movements of accounts that begin with a prefix: those of `events`, and what went back. */
function groupTrades(sums: readonly Sum[], prefixes: readonly string[], events: readonly Sum['event'][]): Trade[] {
  const groups = Map.groupBy(
    sums.filter(({ account }) => prefixes.some((prefix) => account.startsWith(prefix))),
    ({ account }) => account.slice(account.indexOf(':') + 1),
  );
  return [...groups].map(([, rows]) => {
    const trades = rows.filter(({ event }) => events.includes(event));
    const others = rows.filter(({ event }) => !events.includes(event));
    const total = (list: readonly Sum[]) => {
      const { increase, decrease } = add(list, () => true);
      return Math.abs(increase - decrease);
    };
    return {
      account: rows[0]?.account ?? '',
      count: trades.reduce((count, { entries }) => count + entries, 0),
      sum: total(trades),
      back: total(others),
    };
  });
}

interface TradesProps {
  title: string;
  rows: readonly Trade[];
  empty: string;
  columns: Record<'account' | 'sum' | 'back', string>;
}

function TradesPanel({ title, rows, empty, columns }: TradesProps) {
  return (
    <Panel title={title}>
      <Table<Trade>
        label={title}
        rows={rows}
        getKey={({ account }) => account}
        empty={empty}
        columns={[
          { name: columns.account, kind: 'wide', show: ({ account }) => nameLedgerAccount(account) },
          { name: m.books_number(), kind: 'number', show: ({ count }) => formatNumber(count) },
          { name: columns.sum, kind: 'number', show: ({ sum }) => <Toman value={sum} /> },
          { name: columns.back, kind: 'number', show: ({ back }) => showSum(back) },
        ]}
      />
    </Panel>
  );
}
