import { useState } from 'react';
import { toIso } from '../../../platform/desk/csv.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Code, Day, Mobile } from '../../../platform/desk/Parts.tsx';
import { Loaded, Panel, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { STAFF_ROLES, type StaffRole } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { changeStaff, listKeys, listStaff, revokeKey, type Member } from '../contract.ts';
import { AddKeyDialog } from './AddKeyDialog.tsx';
import { AddMemberDialog } from './AddMemberDialog.tsx';

export function StaffScreen() {
  const mayWrite = usePermissions().includes('staff.write');
  const [open, setOpen] = useState<'member' | 'key' | null>(null);
  const close = () => {
    setOpen(null);
  };
  const addButton = (kind: 'member' | 'key', text: string) =>
    mayWrite && (
      <Button
        look="line"
        onClick={() => {
          setOpen(kind);
        }}
      >
        {text}
      </Button>
    );
  return (
    <Screen title={m.staff_title()} note={m.staff_note()}>
      <div className="desk-stack">
        <Panel title={m.staff_members()} actions={addButton('member', m.staff_add())}>
          <Members mayWrite={mayWrite} />
        </Panel>
        <Panel title={m.keys_title()} actions={addButton('key', m.keys_add())}>
          <Keys mayWrite={mayWrite} />
        </Panel>
      </div>
      {open === 'member' && <AddMemberDialog onClose={close} />}
      {open === 'key' && <AddKeyDialog onClose={close} />}
    </Screen>
  );
}

function Members({ mayWrite }: { mayWrite: boolean }) {
  const answer = useCall(listStaff, {});
  const change = useAct(changeStaff, [listStaff]);
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <>
          <Refusal error={change.error} />
          <Table
            label={m.staff_members()}
            rows={data}
            getKey={({ id }) => id}
            empty={m.staff_none()}
            columns={[
              { name: m.person_name(), kind: 'wide', show: ({ name }) => <bdi>{name}</bdi> },
              { name: m.person_mobile(), show: ({ mobile }) => <Mobile number={mobile} /> },
              {
                name: m.staff_role(),
                show: (member) => (
                  <RoleChoice
                    member={member}
                    mayWrite={mayWrite}
                    change={(role) => {
                      change.mutate({ id: member.id, role });
                    }}
                  />
                ),
              },
              {
                name: m.staff_factor(),
                show: ({ has_factor: has }) => (
                  <Badge tone={has ? 'good' : 'open'}>{has ? m.staff_factor_yes() : m.staff_factor_no()}</Badge>
                ),
              },
              { name: m.staff_since(), show: ({ added_at: at }) => <Day at={at} /> },
              { name: m.audit_title(), show: ({ name }) => <TrailLink operator={`person:${name}`} /> },
            ]}
          />
          <div className="desk-buttons">
            <CsvButton
              name="pardeh-staff"
              header={[m.person_name(), m.person_mobile(), m.staff_role(), m.staff_since(), m.staff_ended()]}
              getRows={() =>
                data.map(({ name, mobile, role, added_at: from, ended_at: end }) => [
                  ...[name, mobile, nameRole(role), toIso(from), toIso(end)],
                ])
              }
            />
          </div>
        </>
      )}
    </Loaded>
  );
}

const ENDED = '';

function RoleChoice({
  member: { role, ended_at: endedAt },
  mayWrite,
  change,
}: {
  member: Member;
  mayWrite: boolean;
  change: (role: StaffRole | null) => void;
}) {
  if (endedAt !== null) return <Badge tone="quiet">{m.staff_ended()}</Badge>;
  if (!mayWrite) return nameRole(role);
  return (
    <Select<StaffRole | ''>
      label={m.staff_role()}
      isLabelHidden
      value={role}
      options={[
        ...STAFF_ROLES.filter((key) => key === role || key !== 'owner').map((key) => [key, nameRole(key)] as const),
        [ENDED, m.staff_end()],
      ]}
      onChange={(value) => {
        change(value === ENDED ? null : value);
      }}
    />
  );
}

function Keys({ mayWrite }: { mayWrite: boolean }) {
  const answer = useCall(listKeys, {});
  const revoke = useAct(revokeKey, [listKeys]);
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <>
          <Refusal error={revoke.error} />
          <Table
            label={m.keys_title()}
            rows={data}
            getKey={({ id }) => id}
            empty={m.keys_none()}
            columns={[
              { name: m.person_name(), show: ({ name }) => <Code text={name} /> },
              {
                name: m.keys_may(),
                kind: 'wide',
                show: ({ permissions }) => <Code text={permissions.join(', ')} />,
              },
              { name: m.staff_since(), show: ({ added_at: at }) => <Day at={at} /> },
              {
                name: m.payment_state(),
                show: ({ id, revoked_at: at }) =>
                  at !== null ? (
                    <Badge tone="quiet">{m.keys_revoked()}</Badge>
                  ) : mayWrite ? (
                    <Button
                      look="line"
                      busy={revoke.isPending && revoke.variables.id === id}
                      onClick={() => {
                        revoke.mutate({ id });
                      }}
                    >
                      {m.keys_revoke()}
                    </Button>
                  ) : (
                    <Badge tone="good">{m.keys_live()}</Badge>
                  ),
              },
            ]}
          />
          {data.length > 0 && (
            <div className="desk-buttons">
              <CsvButton
                name="pardeh-keys"
                header={[m.person_name(), m.keys_may(), m.staff_since(), m.keys_revoked()]}
                getRows={() =>
                  data.map(({ name, permissions, added_at: from, revoked_at: end }) => [
                    ...[name, permissions.join(' '), toIso(from), toIso(end)],
                  ])
                }
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
