import { CsvButton } from '../../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../../platform/desk/csv.ts';
import { Badge, Moment } from '../../../../platform/desk/Parts.tsx';
import { Loaded, Panel } from '../../../../platform/desk/Screen.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { useCall } from '../../../../platform/desk/use-call.ts';
import { nameMember } from '../../../../platform/desk/name-member.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { listImports } from '../../intake-contract.ts';

export function PastImports() {
  const answer = useCall(listImports, {});
  return (
    <Panel title={m.intake_past()}>
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            <Table
              label={m.intake_past()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.intake_past_none()}
              columns={[
                { name: m.intake_file(), kind: 'wide', show: ({ file }) => <bdi className="desk-words">{file}</bdi> },
                { name: m.audit_who(), show: ({ operator }) => <bdi>{nameMember(operator)}</bdi> },
                { name: m.payment_when(), show: ({ started_at: at }) => <Moment at={at} /> },
                {
                  name: m.payment_state(),
                  show: ({ ended_at: at }) =>
                    at === null ? (
                      <Badge tone="open">{m.intake_open()}</Badge>
                    ) : (
                      <Badge tone="good">{m.intake_done()}</Badge>
                    ),
                },
                { name: m.intake_rows(), kind: 'number', show: ({ rows }) => formatNumber(rows) },
                { name: m.intake_added(), kind: 'number', show: ({ added }) => formatNumber(added) },
                { name: m.intake_changed(), kind: 'number', show: ({ changed }) => formatNumber(changed) },
                { name: m.intake_rejected(), kind: 'number', show: ({ rejected }) => formatNumber(rejected) },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-imports"
                header={[
                  ...[m.payment_number(), m.intake_file(), m.audit_who(), m.payment_when(), m.payment_state()],
                  ...[m.intake_rows(), m.intake_added(), m.intake_changed(), m.intake_unchanged(), m.intake_rejected()],
                ]}
                getRows={() =>
                  data.map((row) => [
                    ...[row.id, row.file, nameMember(row.operator), toIso(row.started_at)],
                    ...[row.ended_at === null ? m.intake_open() : m.intake_done()],
                    ...[row.rows, row.added, row.changed, row.unchanged, row.rejected],
                  ])
                }
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
