import { useState } from 'react';
import { Badge, Code, Facts, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Empty, Panel } from '../../../platform/desk/Screen.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CLOSE_AFTER_SECONDS, closeDay, getDayBook, type DayBook } from '../books-contract.ts';

/** Who closed the day and when, or its closing. */
export function ClosingPanel({ book }: { book: DayBook }) {
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const mayClose = usePermissions().includes('books.close');
  const isOver = now >= book.to + CLOSE_AFTER_SECONDS;
  const { closing } = book;
  return (
    <Panel
      title={m.closing_title()}
      actions={
        <Badge tone={closing === null ? 'open' : closing.late > 0 ? 'bad' : 'good'}>
          {closing === null ? m.closing_open() : m.closing_closed()}
        </Badge>
      }
    >
      {closing === null ? (
        <Empty>{isOver ? m.closing_waits() : m.closing_running()}</Empty>
      ) : (
        <Facts
          rows={[
            [m.closing_by(), <bdi key="by">{nameMember(closing.by)}</bdi>],
            [m.closing_at(), <Moment key="at" at={closing.at} />],
            [m.books_entries(), formatNumber(closing.entries)],
            [m.closing_late(), formatNumber(closing.late)],
            [m.closing_seal(), <Code key="seal" text={closing.hash.slice(0, 16)} />],
          ]}
        />
      )}
      {closing === null && isOver && mayClose && (
        <Button
          onClick={() => {
            setOpen(true);
          }}
        >
          {m.closing_do()}
        </Button>
      )}
      {isOpen && (
        <CloseDialog
          book={book}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </Panel>
  );
}

function CloseDialog({ book: { day, sums }, onClose }: { book: DayBook; onClose: () => void }) {
  const close = useAct(closeDay, [getDayBook], [getDayBook]);
  const add = (key: 'entries' | 'increase' | 'decrease') => sums.reduce((total, sum) => total + sum[key], 0);
  return (
    <StepDialog
      title={m.closing_ask({ day: formatDate(day) })}
      error={close.error}
      next={{
        label: m.closing_do(),
        isReady: true,
        isBusy: close.isPending,
        go: () => {
          close.mutate({ day, entries: add('entries') }, { onSuccess: onClose });
        },
      }}
      back={null}
      onClose={onClose}
    >
      <p>{m.closing_note()}</p>
      <Facts
        rows={[
          [m.books_entries(), formatNumber(add('entries'))],
          [m.ledger_in(), <Toman key="in" value={add('increase')} />],
          [m.ledger_out(), <Toman key="out" value={add('decrease')} />],
        ]}
      />
    </StepDialog>
  );
}
