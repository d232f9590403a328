import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../platform/desk/csv.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { exportAudit, listAudit, MAX_EXPORT_ROWS } from '../contract.ts';

/** Taking rows of the trail away is an act of its own: the call leaves a row, and the list shows it. */
export function AuditCsv({ filter }: { filter: Input<typeof exportAudit> }) {
  const act = useAct(exportAudit, [listAudit]);
  return (
    <>
      <CsvButton
        name="pardeh-trail"
        header={[
          ...[m.payment_number(), m.payment_when(), m.audit_who(), m.audit_act(), m.audit_permission()],
          ...[m.audit_subject(), m.audit_status(), m.audit_from(), m.audit_before(), m.audit_after()],
        ]}
        getRows={async () =>
          (await act.mutateAsync(filter)).data.map((row) => [
            ...[row.id, toIso(row.created_at), row.operator, row.action, row.permission ?? '', row.subject],
            ...[row.status ?? '', row.origin ?? '', row.before ?? '', row.after ?? ''],
          ])
        }
      />
      <p className="desk-note">{m.audit_csv_note({ most: formatNumber(MAX_EXPORT_ROWS) })}</p>
    </>
  );
}
