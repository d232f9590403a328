import { useState } from 'react';
import { toIso } from '../../../platform/desk/csv.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Code, Day, Mobile } from '../../../platform/desk/Parts.tsx';
import { Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { listKeys, listStaff, type Member, type StaffKey } from '../contract.ts';
import { AddKeyDialog } from './AddKeyDialog.tsx';
import { AddMemberDialog } from './AddMemberDialog.tsx';
import { ChangeMemberDialog } from './ChangeMemberDialog.tsx';
import { PermissionList } from './PermissionName.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';
import { useSelf } from './use-self.ts';

type Open = { kind: 'add-member' | 'add-key' } | { kind: 'change'; member: Member } | { kind: 'revoke'; key: StaffKey };

export function StaffScreen() {
  const mayWrite = usePermissions().includes('staff.write');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const addButton = (kind: 'add-member' | 'add-key', text: string) =>
    mayWrite && (
      <Button
        look="line"
        onClick={() => {
          setOpen({ kind });
        }}
      >
        {text}
      </Button>
    );
  return (
    <Screen title={m.staff_title()} note={m.staff_note()}>
      <div className="desk-stack">
        <Panel title={m.staff_members()} actions={addButton('add-member', m.staff_add())}>
          <Members
            mayWrite={mayWrite}
            change={(member) => {
              setOpen({ kind: 'change', member });
            }}
          />
        </Panel>
        <Panel title={m.keys_title()} actions={addButton('add-key', m.keys_add())}>
          <Keys
            mayWrite={mayWrite}
            revoke={(key) => {
              setOpen({ kind: 'revoke', key });
            }}
          />
        </Panel>
      </div>
      {open?.kind === 'add-member' && <AddMemberDialog onClose={close} />}
      {open?.kind === 'add-key' && <AddKeyDialog onClose={close} />}
      {open?.kind === 'change' && <ChangeMemberDialog member={open.member} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeKeyDialog staffKey={open.key} onClose={close} />}
    </Screen>
  );
}

function Members({ mayWrite, change }: { mayWrite: boolean; change: (member: Member) => void }) {
  const answer = useCall(listStaff, {});
  const ownName = useSelf().answer?.self?.name;
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <>
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
                show: ({ role, ended_at: end }) =>
                  end === null ? nameRole(role) : <Badge tone="quiet">{m.staff_ended()}</Badge>,
              },
              {
                name: m.staff_factor(),
                show: ({ has_factor: has }) => (
                  <Badge tone={has ? 'good' : 'open'}>{has ? m.staff_factor_yes() : m.staff_factor_no()}</Badge>
                ),
              },
              { name: m.staff_since(), show: ({ added_at: at }) => <Day at={at} /> },
              { name: m.staff_added_by(), show: ({ added_by: maker }) => <bdi>{nameMember(maker)}</bdi> },
              { name: m.audit_title(), show: ({ name }) => <TrailLink operator={`person:${name}`} /> },
              ...(mayWrite
                ? [
                    {
                      name: m.staff_place(),
                      show: (member: Member) =>
                        member.ended_at === null && member.name !== ownName ? (
                          <Button
                            look="line"
                            onClick={() => {
                              change(member);
                            }}
                          >
                            {m.staff_change()}
                          </Button>
                        ) : (
                          m.value_none()
                        ),
                    },
                  ]
                : []),
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

function Keys({ mayWrite, revoke }: { mayWrite: boolean; revoke: (key: StaffKey) => void }) {
  const answer = useCall(listKeys, {});
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <>
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
                show: ({ permissions }) => <PermissionList permissions={permissions} />,
              },
              { name: m.staff_since(), show: ({ added_at: at }) => <Day at={at} /> },
              {
                name: m.payment_state(),
                show: (key) =>
                  key.revoked_at !== null ? (
                    <Badge tone="quiet">{m.keys_revoked()}</Badge>
                  ) : mayWrite ? (
                    <Button
                      look="line"
                      onClick={() => {
                        revoke(key);
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
