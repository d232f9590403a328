import * as v from 'valibot';
import { PAUSE_MONTHS } from './pause.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty } from '../titles/contract/shapes.ts';

/** The user's own subscription: its days, its pause, its renewal. Epoch seconds. */

const pauseKey = v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/));

export const getOwnSubscription = defineCall({
  name: 'getOwnSubscription',
  method: 'GET',
  path: '/my/subscription',
  summary: "The user's subscription: its end, days left, pause, and when it renews.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.object({
      /** End of the subscription; null for none. During a pause its length is in it. */
      until: v.nullable(v.number()),
      /** Whole days, rounded up; those of a pause do not count. */
      days_left: v.number(),
      paused_until: v.nullable(v.number()),
      /** When the next pause may begin; null for now. */
      pause_from: v.nullable(v.number()),
      /** Ends of a pause that begins now, and of the subscription after it; empty where none may begin. */
      pauses: v.array(v.object({ months: v.picklist(PAUSE_MONTHS), ends_at: v.number(), until: v.number() })),
      /** From when on a renewal is collected; null where it is off, or there is no bank to collect from. */
      renews_at: v.nullable(v.number()),
      /** Since when the renewal waits for an answer; null where nothing is asked. */
      asked_at: v.nullable(v.number()),
      /** It is asked once more, because the sum rose after a yes. */
      has_price_risen: v.boolean(),
    }),
  }),
});

export const pauseSubscription = defineCall({
  name: 'pauseSubscription',
  method: 'POST',
  path: '/my/subscription/pause',
  summary: 'Pauses the subscription for months of 30 days, once for each key and once in 180 days. Its days are kept.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ key: pauseKey, months: v.picklist(PAUSE_MONTHS) }),
  output: v.object({ data: v.object({ paused_until: v.number(), until: v.number() }) }),
});

export const resumeSubscription = defineCall({
  name: 'resumeSubscription',
  method: 'POST',
  path: '/my/subscription/resume',
  summary: 'Ends the pause now; without one nothing happens.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.object({ until: v.number() }) }),
});

export const answerRenewal = defineCall({
  name: 'answerRenewal',
  method: 'POST',
  path: '/my/subscription/renewal',
  summary:
    'Answers whether to renew after a month without a play: `yes` collects at most `max_total`, `no` turns renewing off.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    answer: v.picklist(['yes', 'no']),
    /** Of a yes: the sum that was shown, toman with VAT. */
    max_total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  }),
  output: v.object({ data: v.object({ answer: v.picklist(['yes', 'no']) }) }),
});
