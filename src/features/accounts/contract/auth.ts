import * as v from 'valibot';
import { defineCall } from '../../../platform/http/call.ts';
import { empty, refInput } from '../../titles/contract/shapes.ts';

/** Spec 3.03. `subscription` 1 means subscribed; `ref` 4 means no referrer. */
export const user = v.object({
  subscription: v.number(),
  operator_fullrate: v.number(),
  days_period_to_end: v.nullable(v.number()),
  mobile: v.nullable(v.string()),
  show_app: v.number(),
  /** A number; decimal text above 2^53 − 1. */
  ref: v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{16,18}$/))]),
  samandehi_id: v.nullable(v.string()),
  samandehi_p: v.nullable(v.string()),
  /** Spec 3.05: what the account may do, under the key `scope`: `user`, `subscriber`. Empty for a guest. */
  scope: v.optional(v.array(v.string()), []),
});
export type User = v.InferOutput<typeof user>;

const text = v.pipe(v.string(), v.maxLength(64));
/**
 * A random id that a client without cookies makes once, keeps, and sends with both calls: codes are good only for the
 * id that asked for them. A browser has a cookie instead; a client with neither is told apart by address and program.
 */
const asker = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/)));

/** Spec 7.18: the login form's data plus ref. The answer is the same whether or not the number is registered. */
export const sendCode = defineCall({
  name: 'sendCode',
  method: 'POST',
  path: '/login/send-code',
  summary: 'Sends a four-digit code by SMS (spec 7.18).',
  input: v.object({ mobile: text, ref: refInput, asker }),
  output: v.object({
    /** False: nothing new was sent, because a code that still works is on the phone already. */
    sms_sent: v.boolean(),
    /** Seconds. */
    resend_after: v.number(),
    /** Digits of the code to enter: four (spec 9.08), more where too many ask for this mobile's codes. */
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
  input: v.object({
    mobile: text,
    password: text,
    ref: refInput,
    asker,
    /** Spec 8.16: brings a cancelled account back; without it such a login is `account_cancelled`. */
    restore: v.optional(v.boolean(), false),
  }),
  output: v.object({ token: v.string() }),
});

/** Spec 7.05. */
export const getUser = defineCall({
  name: 'getUser',
  method: 'GET',
  path: '/get/user',
  summary: 'The signed-in user (spec 7.05).',
  auth: true,
  input: v.object({ ref: refInput }),
  output: v.object({ user }),
});

/** Spec 7.19. The suffix is configuration of the provider; ours is `/check`. */
export const GHOST_SUFFIX = '/check';
export const getGhost = defineCall({
  name: 'getGhost',
  method: 'GET',
  path: `/ghost/get${GHOST_SUFFIX}`,
  summary: 'The status of an anonymous visitor (spec 7.19).',
  input: empty,
  output: v.object({ user }),
});

/** Spec 7.06. */
export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Revokes the session of the token sent (spec 7.06); also by GET after a 401 (7.07).',
  input: empty,
  output: v.object({ message: v.string(), message_fa: v.string() }),
});
