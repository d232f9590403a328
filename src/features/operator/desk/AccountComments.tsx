import { toIso } from '../../../platform/desk/csv.ts';
import { Link } from 'wouter';
import { Badge, Day } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { ReaderText } from '../../comments/desk/ReaderText.tsx';
import type { getAccount } from '../accounts-contract.ts';

type Rows = Output<typeof getAccount>['data']['comments'];

const STATES: Record<Rows[number]['state'], () => string> = {
  shown: m.comment_shown,
  held: m.comment_held,
  removed: m.comment_removed,
};

export function AccountComments({ id, rows }: { id: number; rows: Rows }) {
  const mayModerate = usePermissions().includes('comments.moderate');
  return (
    <div className="desk-whole">
      <Panel
        title={m.comments_title()}
        actions={
          mayModerate && (
            <Link className="desk-link" href={`/comments?user=${String(id)}`}>
              {m.comments_all_of()}
            </Link>
          )
        }
      >
        <Table
          label={m.comments_title()}
          rows={rows}
          getKey={({ id }) => id}
          empty={m.comments_none()}
          file="pardeh-comments"
          columns={[
            {
              name: m.payment_when(),
              show: ({ created_at: at }) => <Day at={at} />,
              cell: ({ created_at: at }) => toIso(at),
            },
            {
              name: m.comments_text(),
              kind: 'wide',
              show: ({ text, at, likes }) => <ReaderText {...{ text, at, likes }} />,
              cell: ({ text }) => text,
            },
            {
              name: m.payment_state(),
              show: ({ state }) => (
                <Badge tone={state === 'shown' ? 'good' : state === 'held' ? 'open' : 'quiet'}>{STATES[state]()}</Badge>
              ),
              cell: ({ state }) => STATES[state](),
            },
          ]}
        />
      </Panel>
    </div>
  );
}
