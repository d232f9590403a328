import { useState } from 'react';
import { useLocation } from 'wouter';
import { toIso } from '../../../platform/desk/csv.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { listCompensations } from '../desk-contract.ts';
import { Cases } from './Cases.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { describeCase, nameFault } from './words.ts';

/** Faults, and the days that everybody concerned was given. */
export function CompensationsScreen() {
  const [before, setBefore] = useQueryParam('before');
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const mayPropose = usePermissions().includes('compensation.propose');
  const answer = useCall(listCompensations, before === null ? {} : { before });
  return (
    <Screen
      title={m.compensation_title()}
      note={m.compensation_note()}
      actions={
        mayPropose && (
          <Button
            onClick={() => {
              setOpen(true);
            }}
          >
            {m.compensation_open()}
          </Button>
        )
      }
    >
      {isOpen && (
        <ProposeDialog
          onClose={() => {
            setOpen(false);
          }}
          onDone={(id) => {
            navigate(`/compensations/${String(id)}`);
          }}
        />
      )}
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Cases key={before ?? ''} rows={data} />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-compensations"
                header={[
                  ...[m.payment_number(), m.compensation_fault(), m.compensation_from(), m.compensation_until()],
                  ...[m.compensation_days(), m.compensation_people(), m.compensation_given(), m.payment_state()],
                  m.reason_label(),
                ]}
                getRows={() =>
                  data.map((row) => [
                    ...[row.id, nameFault(row), toIso(row.starts_at), toIso(row.ends_at), row.days, row.people ?? ''],
                    ...[row.given, describeCase(row.state).text, row.reason],
                  ])
                }
              />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
