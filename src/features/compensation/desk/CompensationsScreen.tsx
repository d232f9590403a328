import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listCompensations } from '../desk-contract.ts';
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
            <Table
              label={m.compensation_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.compensation_none()}
              columns={[
                {
                  name: m.compensation_fault(),
                  kind: 'wide',
                  show: (row) => (
                    <Link className="desk-link" href={`/compensations/${String(row.id)}`}>
                      <bdi>{nameFault(row)}</bdi>
                    </Link>
                  ),
                },
                { name: m.compensation_from(), show: ({ starts_at: at }) => <Moment at={at} /> },
                { name: m.compensation_days(), kind: 'number', show: ({ days }) => formatNumber(days) },
                {
                  name: m.compensation_people(),
                  kind: 'number',
                  show: ({ state, people }) =>
                    people !== null
                      ? formatNumber(people)
                      : state === 'observed'
                        ? m.value_none()
                        : m.compensation_unknown(),
                },
                { name: m.compensation_given(), kind: 'number', show: ({ given }) => formatNumber(given) },
                {
                  name: m.payment_state(),
                  show: ({ state }) => {
                    const { tone, text } = describeCase(state);
                    return <Badge tone={tone}>{text}</Badge>;
                  },
                },
              ]}
            />
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
