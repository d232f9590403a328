import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge, Code, Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDigits } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listAudit } from '../contract.ts';
import { nameCall } from './act-names.ts';
import { AuditCsv } from './AuditCsv.tsx';
import { listFieldChanges } from './change-fields.ts';
import { ChangedFields } from './ChangedFields.tsx';
import { findRecordPath } from './record-path.ts';

const HTTP_ERRORS = 400;

/** The trail of acts: each operator and subject is a filter. */
export function AuditScreen() {
  const [operator, setOperator] = useQueryParam('operator');
  const [subject, setSubject] = useQueryParam('subject');
  const [before, setBefore] = useQueryParam('before');
  const wanted = {
    ...(operator !== null && { operator }),
    ...(subject !== null && { subject }),
    ...(before !== null && { before: Number(before) }),
  };
  const answer = useCall(listAudit, wanted);
  const filter = operator ?? subject;
  return (
    <Screen
      title={m.audit_title()}
      note={filter === null ? m.audit_note() : m.audit_of({ what: nameMember(filter) })}
      actions={
        filter !== null && (
          <Button
            look="line"
            onClick={() => {
              setOperator(null, ['subject', 'before']);
            }}
          >
            {m.filter_all()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.audit_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.audit_none()}
              columns={[
                { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
                {
                  name: m.audit_who(),
                  show: ({ operator: name }) => (
                    <FilterButton
                      onClick={() => {
                        setOperator(name, ['subject', 'before']);
                      }}
                    >
                      <bdi className="desk-words">{nameMember(name)}</bdi>
                    </FilterButton>
                  ),
                },
                { name: m.audit_act(), show: ({ action }) => <bdi>{nameCall(action)}</bdi> },
                {
                  name: m.audit_subject(),
                  show: ({ subject: about }) =>
                    about === '' ? (
                      m.value_none()
                    ) : (
                      <>
                        <FilterButton
                          onClick={() => {
                            setSubject(nameRecord(about), ['operator', 'before']);
                          }}
                        >
                          <Code text={about} />
                        </FilterButton>{' '}
                        <RecordLink subject={about} />
                      </>
                    ),
                },
                {
                  name: m.audit_status(),
                  show: ({ status }) => (
                    <Badge tone={status === null ? 'open' : status < HTTP_ERRORS ? 'good' : 'bad'}>
                      {status === null ? m.audit_unanswered() : formatDigits(String(status))}
                    </Badge>
                  ),
                },
                {
                  name: m.audit_change(),
                  kind: 'wide',
                  show: ({ before: old, after, origin }) => <Change old={old} after={after} origin={origin} />,
                },
              ]}
            />
            {data.length > 0 && <AuditCsv filter={wanted} />}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** Of a subject with the act's key behind it: the account or payment. */
const nameRecord = (subject: string) => /^(account:\d+|[0-9a-z]{20})(?= )/.exec(subject)?.[0] ?? subject;

function FilterButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="desk-link" onClick={onClick}>
      {children}
    </button>
  );
}

function RecordLink({ subject }: { subject: string }) {
  const path = findRecordPath(subject, usePermissions());
  if (path === null) return null;
  return (
    <Link className="desk-link" href={path}>
      {m.audit_open()}
    </Link>
  );
}

function Change({ old, after, origin }: { old: string | null; after: string | null; origin: string | null }) {
  const changes = listFieldChanges(old, after);
  return (
    <>
      {changes.length > 0 && <ChangedFields changes={changes} />}
      <details className="desk-change">
        <summary>{m.audit_more()}</summary>
        <p>
          {m.audit_from()} <Code text={origin} />
        </p>
        {old !== null && (
          <p>
            {m.audit_before()} <Code text={old} />
          </p>
        )}
        {after !== null && (
          <p>
            {m.audit_after()} <Code text={after} />
          </p>
        )}
      </details>
    </>
  );
}
