import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Toman } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { buildDates } from '../../../platform/text/format-in.ts';
import { formatDate } from '../../../platform/text/format.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import type { DayBook } from '../books-contract.ts';

const monthNames = buildDates({ month: 'long', year: 'numeric' });

export function VatPanel({ months }: Pick<DayBook, 'months'>) {
  const rows = months.filter(({ charged, refunded }, at) => at === 0 || charged > 0 || refunded > 0);
  return (
    <Panel
      title={m.books_vat()}
      actions={
        <CsvButton
          look="link"
          name={`pardeh-vat-${tehranDate(rows[0]?.from ?? 0)}`}
          header={[
            ...[m.books_month(), m.books_vat_first_day(), m.books_vat_last_day()],
            ...[m.books_vat_charged(), m.books_vat_refunded(), m.books_vat_due()],
          ]}
          getRows={() =>
            rows.map((month) => [
              ...[nameMonth(month), tehranDate(month.from), tehranDate(month.to - 1)],
              ...[month.charged, month.refunded, month.charged - month.refunded],
            ])
          }
        />
      }
    >
      <Table
        label={m.books_vat()}
        rows={rows}
        getKey={({ from }) => from}
        empty={m.books_none()}
        columns={[
          { name: m.books_month(), kind: 'wide', show: nameMonth },
          { name: m.books_vat_charged(), kind: 'number', show: ({ charged }) => <Toman value={charged} /> },
          {
            name: m.books_vat_refunded(),
            kind: 'number',
            show: ({ refunded }) => refunded > 0 && <Toman value={refunded} />,
          },
          {
            name: m.books_vat_due(),
            kind: 'number',
            show: ({ charged, refunded }) => <Toman value={charged - refunded} />,
          },
        ]}
      />
    </Panel>
  );
}

/** In English the days of the Gregorian calendar, from the first to the last. */
function nameMonth({ from, to }: { from: number; to: number }): string {
  if (getLocale() === 'en') return `${formatDate(from)} – ${formatDate(to - 1)}`;
  const parts = monthNames('fa').formatToParts(new Date(from * 1000));
  return ['month', 'year'].map((type) => parts.find((part) => part.type === type)?.value ?? '').join(' ');
}
