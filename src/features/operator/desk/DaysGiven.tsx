import { Badge, Day } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { UndoButton } from '../../../platform/desk/UndoButton.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { getAccount, undoDays } from '../accounts-contract.ts';

type Given = Output<typeof getAccount>['data']['compensations'];

export function DaysGiven({ id, rows }: { id: number; rows: Given }) {
  const mayWrite = usePermissions().includes('people.write');
  const undo = useAct(undoDays, [getAccount], [getAccount]);
  return (
    <Panel title={m.extend_history()}>
      <Refusal error={undo.error} />
      <Table
        label={m.extend_history()}
        rows={rows}
        getKey={({ id: number }) => number}
        empty={m.extend_none()}
        columns={[
          { name: m.payment_when(), show: ({ created_at: at }) => <Day at={at} /> },
          { name: m.lines_days(), kind: 'number', show: ({ days }) => formatNumber(days) },
          { name: m.reason_label(), kind: 'wide', show: ({ reason }) => <bdi>{reason}</bdi> },
          {
            name: m.undo_column(),
            show: ({ id: compensation, created_at: at, undone_at: undoneAt }) =>
              undoneAt !== null ? (
                <Badge tone="quiet">{m.undone()}</Badge>
              ) : (
                mayWrite && (
                  <UndoButton
                    at={at}
                    busy={undo.isPending}
                    undo={() => {
                      undo.mutate({ id, compensation });
                    }}
                  />
                )
              ),
          },
        ]}
      />
    </Panel>
  );
}
