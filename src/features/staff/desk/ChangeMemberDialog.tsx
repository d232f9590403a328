import { Facts } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { STAFF_ROLES, type StaffRole } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { changeStaff, listKeys, listStaff, rehearseStaffChange, type Member } from '../contract.ts';

const END = 'end';
type Choice = StaffRole | typeof END;

/** Another role or the end of a place, with a reason, then what would happen. A new owner is made by two owners. */
export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, role: seen } = member;
  const empty: { choice: Choice; reason: string } = { choice: seen, reason: '' };
  const rehearse = useAct(rehearseStaffChange);
  const steps = useSteps({
    form: `place:${String(id)}`,
    empty,
    read: ({ choice, reason }) =>
      choice !== seen && isReason(reason) ? { id, role: choice === END ? null : choice, seen, reason } : null,
    rehearse: {
      ...rehearse,
      mutate: () => {
        rehearse.mutate({ id });
      },
    },
    make: useAct(changeStaff, [listStaff, listKeys], [listStaff]),
    onDone: onClose,
  });
  const { choice, reason } = steps.draft;
  const roles = STAFF_ROLES.filter((role) => role === seen || role !== 'owner');
  return (
    <Steps
      title={m.staff_change_title()}
      {...{ steps, onClose }}
      label={choice === END ? m.staff_end_do() : m.staff_change_do()}
      facts={(place) => <PlaceFacts {...{ name, place, choice, reason }} />}
    >
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
      </p>
      <Select<Choice>
        label={m.staff_role()}
        value={choice}
        options={[...roles.map((role) => [role, nameRole(role)] as const), [END, m.staff_end()]]}
        onChange={(value) => {
          steps.change({ choice: value });
        }}
      />
      <ReasonField
        value={reason}
        onChange={(text) => {
          steps.change({ reason: text });
        }}
      />
    </Steps>
  );
}

interface FactsProps {
  name: string;
  place: Output<typeof rehearseStaffChange>['data'];
  choice: Choice;
  reason: string;
}

function PlaceFacts({ name, place, choice, reason }: FactsProps) {
  const isEnd = choice === END;
  const describeAll = (text: string) => (isEnd ? m.staff_ends({ what: text }) : m.staff_stays({ what: text }));
  const describe = (count: number) => {
    if (count === 0) return m.staff_has_none();
    return describeAll(formatNumber(count));
  };
  const keyNames = place.keys.join(', ');
  return (
    <Facts
      rows={[
        [m.person_name(), <bdi key="name">{name}</bdi>],
        [m.staff_role_now(), nameRole(place.role)],
        [m.staff_role_next(), isEnd ? m.staff_role_none() : nameRole(choice)],
        [m.staff_sessions(), describe(place.sessions)],
        [m.staff_codes(), place.has_codes ? describeAll(m.staff_factor_yes()) : m.staff_has_none()],
        [m.staff_passkeys(), describe(place.passkeys)],
        [m.staff_recovery(), describe(place.recovery_codes)],
        [
          m.staff_keys(),
          keyNames === ''
            ? m.staff_has_none()
            : isEnd
              ? m.staff_ends({ what: keyNames })
              : m.staff_keys_less({ what: keyNames }),
        ],
        [
          m.staff_approvals(),
          place.approvals === 0 ? m.staff_has_none() : m.staff_void({ what: formatNumber(place.approvals) }),
        ],
        [m.reason_label(), <bdi key="reason">{reason}</bdi>],
      ]}
    />
  );
}
