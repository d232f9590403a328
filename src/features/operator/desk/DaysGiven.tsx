import { toIso } from '../../../platform/desk/csv.ts';
import { useState } from 'react';
import { Badge, Day } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { UndoButton } from '../../../platform/desk/UndoButton.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { getAccount, undoDays } from '../accounts-contract.ts';

type Given = Output<typeof getAccount>['data']['compensations'];

export function DaysGiven({ id, rows }: { id: number; rows: Given }) {
  const mayWrite = usePermissions().includes('people.write');
  const [undoing, setUndoing] = useState<{ compensation: number; days: number } | null>(null);
  const undo = useAct(undoDays, [getAccount], [getAccount]);
  return (
    <Panel title={m.extend_history()}>
      <Table
        label={m.extend_history()}
        rows={rows}
        getKey={({ id: number }) => number}
        empty={m.extend_none()}
        file="pardeh-days"
        columns={[
          {
            name: m.payment_when(),
            show: ({ created_at: at }) => <Day at={at} />,
            cell: ({ created_at: at }) => toIso(at),
          },
          { name: m.lines_days(), kind: 'number', show: ({ days }) => formatNumber(days), cell: ({ days }) => days },
          {
            name: m.reason_label(),
            kind: 'wide',
            show: ({ reason }) => <bdi>{reason}</bdi>,
            cell: ({ reason }) => reason,
          },
          {
            name: m.undo_column(),
            show: ({ id: compensation, days, created_at: at, undone_at: undoneAt }) =>
              undoneAt !== null ? (
                <Badge tone="quiet">{m.undone()}</Badge>
              ) : (
                mayWrite && (
                  <UndoButton
                    at={at}
                    busy={undo.isPending}
                    undo={() => {
                      setUndoing({ compensation, days });
                    }}
                  />
                )
              ),
            cell: ({ undone_at: at }) => (at === null ? '' : m.undone()),
          },
        ]}
      />
      {undoing && (
        <ReasonDialog
          draft={`undo-days:${String(undoing.compensation)}`}
          title={m.undo_days_title()}
          label={m.undo()}
          hint={m.reason_hint_owner()}
          act={undo}
          send={(reason, onSuccess) => {
            undo.mutate({ id, compensation: undoing.compensation, reason }, { onSuccess });
          }}
          onClose={() => {
            setUndoing(null);
            undo.reset();
          }}
        >
          <p>{m.undo_days_text({ days: formatNumber(undoing.days) })}</p>
        </ReasonDialog>
      )}
    </Panel>
  );
}
