import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { MAX_REASON_CHARS } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { alarm } from './alarm.ts';

/** Alarms as a queue: one member takes an alarm, gives it back, or ends it with a note. */

export const MAX_ALARMS_AT_ONCE = 100;
/** `taken`: by the caller, now or before; `held`: by another; `over`: somebody ended it. */
export const TAKE_RESULTS = ['taken', 'held', 'over', 'unknown'] as const;

const cursor = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));

export const listAlarms = defineCall({
  name: 'listAlarms',
  method: 'GET',
  path: '/operator/alarms',
  summary: 'Alarms that nobody has ended, or all, the newest first, 100 a page.',
  access: { caller: 'operator', permission: 'alarms.read' },
  input: v.object({
    all: v.optional(v.picklist(['0', '1']), '0'),
    /** `next` of the previous page. */
    before: v.optional(cursor),
  }),
  output: v.object({ data: v.array(alarm), next: v.nullable(v.number()) }),
});

export const takeAlarms = defineCall({
  name: 'takeAlarms',
  method: 'POST',
  path: '/operator/alarms/take',
  summary: 'Takes alarms: of two who take one at the same moment, one has it. A result for each.',
  access: { caller: 'operator', permission: 'alarms.write' },
  input: v.object({ ids: v.pipe(v.array(idInput), v.minLength(1), v.maxLength(MAX_ALARMS_AT_ONCE)) }),
  output: v.object({
    data: v.array(v.object({ id: v.number(), result: v.picklist(TAKE_RESULTS), taken_by: v.nullable(v.string()) })),
  }),
});

export const returnAlarm = defineCall({
  name: 'returnAlarm',
  method: 'POST',
  path: '/operator/alarms/:id/return',
  summary: 'Gives an alarm back to the queue: by who has taken it, or by an owner.',
  access: { caller: 'operator', permission: 'alarms.write' },
  input: v.object({ id: idInput }),
  output: v.object({ data: alarm }),
});

export const seeAlarm = defineCall({
  name: 'seeAlarm',
  method: 'POST',
  path: '/operator/alarms/:id/seen',
  summary: 'Ends an alarm with a note, unless another member has taken it; it is not sent any more.',
  access: { caller: 'operator', permission: 'alarms.write' },
  input: v.object({
    id: idInput,
    note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_REASON_CHARS)), ''),
  }),
  output: v.object({ data: alarm }),
});
