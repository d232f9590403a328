import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { getAccount } from '../accounts-contract.ts';

type Rows = Output<typeof getAccount>['data']['blocks'];

/** Nothing for an account that was never blocked. */
export function Blocks({ rows }: { rows: Rows }) {
  if (rows.length === 0) return null;
  return (
    <div className="desk-whole">
      <Panel title={m.block_history()}>
        <Table
          label={m.block_history()}
          rows={rows}
          getKey={({ id }) => id}
          empty=""
          columns={[
            { name: m.block_from(), show: ({ blocked_at: at }) => <Moment at={at} /> },
            {
              name: m.block_to(),
              show: ({ ended_at: at }) =>
                at === null ? <Badge tone="bad">{m.block_holds()}</Badge> : <Moment at={at} />,
            },
            { name: m.block_by(), show: ({ operator }) => <bdi>{nameMember(operator)}</bdi> },
            { name: m.reason_label(), kind: 'wide', show: ({ reason }) => <bdi>{reason}</bdi> },
          ]}
        />
      </Panel>
    </div>
  );
}
