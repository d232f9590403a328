import { useState } from 'react';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatPlain } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { describeState } from '../../catalogue/desk/words.ts';
import { listDeskIssues, type ListedIssue } from '../issues-contract.ts';
import type { DeskMagazine } from '../magazines-contract.ts';
import { AddIssueDialog } from './AddIssueDialog.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { describeGaps } from './print-words.ts';

export function IssuesPanel({ magazine, mayWrite }: { magazine: DeskMagazine; mayWrite: boolean }) {
  const { id } = magazine;
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listDeskIssues, { id, ...(before !== null && { before }) });
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <Panel
      title={m.print_issues()}
      actions={
        mayWrite &&
        answer.data && (
          <Button
            look="line"
            onClick={() => {
              setOpen('new');
            }}
          >
            {m.print_issue_make()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data, gaps, next }) => (
          <>
            {gaps.length > 0 && <p className="desk-note">{m.print_gaps({ numbers: describeGaps(gaps) })}</p>}
            <Table
              label={m.print_issues()}
              rows={data}
              getKey={({ number }) => number}
              empty={m.print_issues_none()}
              file={`pardeh-issues-${String(id)}`}
              columns={[
                {
                  name: m.print_number(),
                  kind: 'number',
                  show: ({ number }) => formatPlain(number),
                  cell: ({ number }) => number,
                },
                {
                  name: m.titles_name(),
                  kind: 'wide',
                  show: (issue) => (
                    <Button
                      look="link"
                      onClick={() => {
                        setOpen(issue.number);
                      }}
                    >
                      <bdi>{nameIn(getLocale(), issue)}</bdi>
                    </Button>
                  ),
                  cell: (issue) => nameIn(getLocale(), issue),
                },
                {
                  name: m.print_date(),
                  show: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
                  cell: ({ date }) => date,
                },
                {
                  name: m.payment_state(),
                  show: (issue) => <State issue={issue} />,
                  cell: ({ state }) => describeState(state).text,
                },
                {
                  name: m.titles_missing(),
                  show: ({ art }) =>
                    art === null ? m.print_cover() : <span className="desk-none">{m.value_none()}</span>,
                  cell: ({ art }) => (art === null ? m.print_cover() : ''),
                },
              ]}
            />
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      {open === 'new' && (
        <AddIssueDialog id={id} next={(answer.data?.newest ?? 0) + 1} onClose={close} onDone={setOpen} />
      )}
      {typeof open === 'number' && <IssueDialog magazine={magazine} number={open} onClose={close} />}
    </Panel>
  );
}

function State({ issue: { state, starts_at: at } }: { issue: ListedIssue }) {
  const { tone, text } = describeState(state);
  return (
    <>
      <Badge tone={tone}>{text}</Badge> {state === 'scheduled' && <Moment at={at} />}
    </>
  );
}
