import * as v from 'valibot';
import { defineCall } from '../../../platform/http/calls/call.ts';
import { typedNumber } from '../../../platform/http/calls/typed-input.ts';
import { empty, refInput } from '../../titles/contract/shapes.ts';

/** Spec 3.03. `subscription` 1 means subscribed; `ref` 4 means no referrer. */
const user = v.object({
  subscription: v.number(),
  operator_fullrate: v.number(),
  days_period_to_end: v.nullable(v.number()),
  /** End of a pause, epoch seconds; null for none. */
  paused_until: v.optional(v.nullable(v.number())),
  mobile: v.nullable(v.string()),
  show_app: v.number(),
  /** A number; decimal text above 2^53 − 1. */
  ref: v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{16,18}$/))]),
  samandehi_id: v.nullable(v.string()),
  samandehi_p: v.nullable(v.string()),
  scope: v.optional(v.array(v.string()), []), // Spec 3.05: `user`, `subscriber`; empty for a guest
});
export type User = v.InferOutput<typeof user>;

const number = typedNumber(64);
/** A random id that a client without cookies creates once and sends with both calls: codes belong to it. */
const requester = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/)));

/** Spec 7.18. The answer is the same whether or not the number is registered. */
export const sendCode = defineCall({
  name: 'sendCode',
  method: 'POST',
  path: '/login/send-code',
  summary: 'Sends a four-digit code by SMS (spec 7.18).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'needed', cookie: 'requester' },
  input: v.object({ mobile: number, ref: refInput, asker: requester }),
  output: v.object({
    sms_sent: v.boolean(), // False: a code that still works was sent before
    resend_after: v.number(), // Seconds
    /** Four (spec 9.08), or ten if too many codes were requested for this mobile. */
    digits: v.optional(v.number(), 4),
    message: v.string(),
    message_fa: v.string(),
  }),
});

/** Spec 7.04, 3.14: `password` is the code. A browser gets its token as a cookie, and '' here. */
export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/login',
  summary: 'Signs in with mobile and code (spec 7.04, 7.26).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'needed', cookie: 'session-begin' },
  input: v.object({
    mobile: number,
    password: number,
    ref: refInput,
    asker: requester,
    /** Spec 8.16: restores a cancelled account; without it such a login is `account_cancelled`. */
    restore: v.optional(v.boolean(), false),
  }),
  output: v.object({ token: v.string() }),
});

export const getUser = defineCall({
  name: 'getUser',
  method: 'GET',
  path: '/get/user',
  summary: 'The signed-in user (spec 7.05).',
  access: { caller: 'user', session: 'current', kids: 'allowed', address: 'optional', cookie: 'session-renew' },
  input: v.object({ ref: refInput }),
  output: v.object({ user }),
});

/** Spec 7.19. A provider configures its own suffix; ours is `/check`. */
const GHOST_SUFFIX = '/check';
export const getGhost = defineCall({
  name: 'getGhost',
  method: 'GET',
  path: `/ghost/get${GHOST_SUFFIX}`,
  summary: 'The status of an anonymous visitor (spec 7.19).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ user }),
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Revokes the session of the token sent (spec 7.06); also by GET after a 401 (7.07).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'session-end' },
  alsoGet: true,
  input: empty,
  output: v.object({ message: v.string(), message_fa: v.string() }),
});
