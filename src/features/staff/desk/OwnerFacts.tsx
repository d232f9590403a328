import { Facts } from '../../../platform/desk/Parts.tsx';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { OwnerPreview } from '../owner-preview.ts';

/** The facts of a new owner, as the first and the second member see them. */
export function OwnerFacts({ preview, reason }: { preview: OwnerPreview; reason: string }) {
  const { role, person, sessions, factor, owners } = preview;
  return (
    <>
      <Facts
        rows={[
          ...(person === null ? [] : [[m.owner_person(), <bdi key="person">{person || m.value_none()}</bdi>] as const]),
          [m.approval_role_before(), role === null ? m.value_none() : nameRole(role)],
          [m.staff_role_next(), nameRole('owner')],
          ...(sessions === null ? [] : [[m.staff_sessions(), describeSessions(sessions)] as const]),
          ...(factor === null
            ? []
            : [[m.staff_factor(), factor === 1 ? m.staff_factor_yes() : m.staff_factor_no()] as const]),
          ...(owners === null ? [] : [[m.owner_count(), formatNumber(owners)] as const]),
          [m.reason_label(), <bdi key="reason">{reason}</bdi>],
        ]}
      />
      <p className="desk-note">{m.owner_effect()}</p>
    </>
  );
}

const describeSessions = (count: number) =>
  count === 0 ? m.staff_has_none() : m.owner_sessions({ count: formatNumber(count) });
