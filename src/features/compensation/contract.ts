import * as v from 'valibot';
import { CASE_KINDS } from './cases.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';

/** Faults, and the days that were given for them. Epoch seconds. */

export const fault = {
  kind: v.picklist(CASE_KINDS),
  /** Of the subscription: the plan that it is about, 0 for all. */
  plan_id: v.number(),
  /** Of the channel, title or plan; null for the whole site. */
  name_fa: v.nullable(v.string()),
  name_en: v.nullable(v.string()),
  starts_at: v.number(),
  ends_at: v.number(),
  days: v.number(),
};

export const listPromises = defineCall({
  name: 'listPromises',
  method: 'GET',
  path: '/promises',
  summary: 'Faults for which everybody concerned was given days: the newest 50, with the number of people.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'public', database: 'primary' },
  input: empty,
  output: v.object({ data: v.array(v.object({ ...fault, id: v.number(), people: v.number(), given_at: v.number() })) }),
});

export const listGivenDays = defineCall({
  name: 'listGivenDays',
  method: 'GET',
  path: '/my/given-days',
  summary: 'Days of subscription that the user was given, the newest 20. Without a `fault`: given by support.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.array(
      v.object({
        id: v.number(),
        /** 1: the user has not read of it. */
        unread: v.number(),
        days: v.number(),
        until_after: v.number(),
        created_at: v.number(),
        fault: v.nullable(v.object(fault)),
      }),
    ),
  }),
});

export const readGivenDays = defineCall({
  name: 'readGivenDays',
  method: 'POST',
  path: '/my/given-days/read',
  summary: 'Marks the days that the user was given as read, up to `last`.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ last: idInput }),
  output: v.object({ data: v.object({ unread: v.number() }) }),
});
