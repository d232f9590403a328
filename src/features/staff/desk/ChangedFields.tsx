import * as v from 'valibot';
import { Code, Moment, Words } from '../../../platform/desk/Parts.tsx';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { PERMISSIONS, STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import type { FieldChange } from './change-fields.ts';
import { PermissionList } from './PermissionName.tsx';
import { nameCode } from './state-names.ts';

/** Each changed field with its value before beside the one after. */
export function ChangedFields({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="desk-diff">
      {changes.map(({ field, name, before, after }) => (
        <div key={field}>
          <dt>{name}</dt>
          {before !== undefined && (
            <dd>
              <span className="desk-note">{m.audit_before()}</span> <Value {...{ field }} value={before} />
            </dd>
          )}
          <dd>
            {before !== undefined && <span className="desk-note">{m.audit_after()}</span>}{' '}
            <Value {...{ field }} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isTime = (field: string) => field.endsWith('_at') || field.endsWith('_until');

function Value({ field, value }: { field: string; value: unknown }) {
  if (value === null || value === undefined || value === '') return m.value_none();
  if (typeof value === 'number')
    return isTime(field) ? <Moment at={value} /> : field === 'year' ? formatPlain(value) : formatNumber(value);
  if (field === 'role' && v.is(v.picklist(STAFF_ROLES), value)) return nameRole(value);
  if (field === 'permissions' && v.is(v.array(v.picklist(PERMISSIONS)), value))
    return <PermissionList permissions={value} />;
  if (typeof value === 'string') return nameCode(field, value) ?? <Words text={value} />;
  return <Code text={JSON.stringify(value)} />;
}
