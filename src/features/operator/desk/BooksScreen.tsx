import { useState, type ReactNode } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { DayField } from '../../../platform/desk/DayField.tsx';
import { Empty, Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { foldDigits } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatWeekday } from '../../../platform/text/format.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { dayBefore, tehranDate, tehranDayEnd } from '../../../platform/text/tehran-week.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDayBook, type DayBook } from '../books-contract.ts';
import { DayBookPanels } from './DayBookPanels.tsx';
import { nameLedgerAccount, nameLedgerEvent } from './words.ts';

/** The day is in the address; another text there is today. */
export function BooksScreen() {
  const [param, setParam] = useQueryParam('day');
  const [today] = useState(() => isoDay(Math.floor(Date.now() / 1000)));
  const typed = foldDigits(param ?? '');
  const day = /^20\d\d-\d\d-\d\d$/.test(typed) && Number.isFinite(Date.parse(typed)) ? typed : today;
  const isFuture = day > today;
  const answer = useCall(getDayBook, { day }, { enabled: !isFuture });
  const book = answer.data?.data.day === day ? answer.data.data : undefined;
  return (
    <Screen
      title={m.books_title()}
      note={`${formatWeekday(day).weekday} ${formatDate(day)}${day === today ? ` | ${m.books_today()}` : ''}`}
      actions={
        <DayActions
          {...{ day, today }}
          onChange={(value) => {
            setParam(value === today ? null : value);
          }}
        >
          {book && (book.sums.length > 0 || book.closing !== null) && (
            <CsvButton
              name={book.closing === null ? `pardeh-${day}` : `pardeh-${day}-closed`}
              header={describeColumns()}
              getRows={() => [...listCells(book), ...listClosing(book)]}
            />
          )}
        </DayActions>
      }
    >
      {isFuture ? (
        <Empty>{m.books_future()}</Empty>
      ) : (
        <Loaded answer={{ ...answer, data: book }}>{(data) => <DayBookPanels book={data} />}</Loaded>
      )}
    </Screen>
  );
}

function DayActions({
  day,
  today,
  onChange,
  children,
}: {
  day: string;
  today: string;
  onChange: (day: string) => void;
  children: ReactNode;
}) {
  return (
    <>
      <Button
        look="line"
        onClick={() => {
          onChange(dayBefore(day));
        }}
      >
        {m.books_before()}
      </Button>
      <Button
        look="line"
        disabled={day >= today}
        onClick={() => {
          onChange(tehranDate(tehranDayEnd(day)));
        }}
      >
        {m.books_after()}
      </Button>
      <DayField label={m.books_choose()} max={today} value={day} onChange={onChange} />
      {children}
    </>
  );
}

const describeColumns = () => [
  m.books_day(),
  m.ledger_event(),
  m.ledger_account(),
  m.books_code(),
  m.books_entries(),
  m.ledger_in(),
  m.ledger_out(),
];

const listCells = ({ day, sums }: DayBook) =>
  sums.map(({ event, account, entries, increase, decrease }) => [
    day,
    nameLedgerEvent(event),
    nameLedgerAccount(account),
    account,
    entries,
    increase,
    decrease,
  ]);

/** Of a closed day: who closed it, when, the entries then and later, and the whole seal. */
const listClosing = ({ day, closing }: DayBook) =>
  closing === null
    ? []
    : [
        [day, m.closing_closed(), closing.by, new Date(closing.at * 1000).toISOString(), closing.entries, '', ''],
        [day, m.closing_late(), '', '', closing.late, '', ''],
        [day, m.closing_seal(), '', closing.hash, '', '', ''],
      ];
