import { Code } from '../../../platform/desk/Parts.tsx';
import type { Permission } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { namePermission } from './permission-names.ts';

/** In words, with the code that the settings and the API name. */
export function PermissionName({ permission }: { permission: Permission }) {
  return (
    <span className="desk-may">
      <span>{namePermission(permission)}</span>
      <Code text={permission} />
    </span>
  );
}

const MAX_OPEN = 4;

/** More than four are folded, so that a row of the table stays one. */
export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  const list = (
    <ul className="desk-mays">
      {permissions.map((permission) => (
        <li key={permission}>
          <PermissionName permission={permission} />
        </li>
      ))}
    </ul>
  );
  if (permissions.length <= MAX_OPEN) return list;
  return (
    <details className="desk-change">
      <summary>{m.keys_may_count({ count: formatNumber(permissions.length) })}</summary>
      {list}
    </details>
  );
}
