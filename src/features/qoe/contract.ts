import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { MAX_REPORTS, REPORT_PATH } from './keys.ts';
import { report } from './report.ts';

export const reportQuality = defineCall({
  name: 'reportQuality',
  method: 'POST',
  path: REPORT_PATH,
  summary: 'Counts how a title plays, by reports of CMCD version 2. Nothing is stored of who sends them.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({ reports: v.pipe(v.array(report), v.minLength(1), v.maxLength(MAX_REPORTS)) }),
  output: v.object({ data: v.object({ counted: v.number() }) }),
});
