import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';

export const EXPORT_PROFILES_MAX = 500;
const profile = v.pipe(v.string(), v.regex(/^(u[1-9]\d{0,14}|k[\w-]{22})$/));
const storedRow = v.record(v.string(), v.union([v.string(), v.number()]));

export const exportProgress = defineCall({
  name: 'exportProgress',
  method: 'POST',
  path: '/operator/progress',
  summary:
    'The progress of accounts and children by profile, for a move. `rows` null: none is in an object; the table counts.',
  access: { caller: 'operator', permission: 'progress.export' },
  input: v.object({ profiles: v.pipe(v.array(profile), v.minLength(1), v.maxLength(EXPORT_PROFILES_MAX)) }),
  output: v.object({ data: v.array(v.object({ profile, rows: v.nullable(v.array(storedRow)) })) }),
});
