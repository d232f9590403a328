import { saveCsv } from '../../../platform/desk/save-csv.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { exportAudit, listAudit, MAX_EXPORT_ROWS } from '../contract.ts';

/** Taking rows of the trail away is an act of its own: the call leaves a row, and the list shows it. */
export function AuditCsv({ filter }: { filter: Input<typeof exportAudit> }) {
  const act = useAct(exportAudit, [listAudit]);
  return (
    <>
      <div className="desk-buttons">
        <Button
          look="line"
          busy={act.isPending}
          onClick={() => {
            act.mutate(filter, {
              onSuccess: ({ data }) => {
                saveCsv('pardeh-trail', [
                  [
                    ...[m.payment_number(), m.payment_when(), m.audit_who(), m.audit_act(), m.audit_permission()],
                    ...[m.audit_subject(), m.audit_status(), m.audit_from(), m.audit_before(), m.audit_after()],
                  ],
                  ...data.map(({ id, created_at: at, operator, action, permission, subject, status, ...row }) => [
                    ...[id, new Date(at * 1000).toISOString(), operator, action, permission ?? '', subject],
                    ...[status ?? '', row.origin ?? '', row.before ?? '', row.after ?? ''],
                  ]),
                ]);
              },
            });
          }}
        >
          {m.csv_save()}
        </Button>
      </div>
      <p className="desk-note">{m.audit_csv_note({ most: formatNumber(MAX_EXPORT_ROWS) })}</p>
      <Refusal error={act.error} />
    </>
  );
}
