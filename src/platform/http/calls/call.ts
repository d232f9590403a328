import type * as v from 'valibot';
import type { Permission as StaffPermission } from './permissions.ts';

export type Schema = v.GenericSchema;
type Method = 'GET' | 'POST';

/** Kids sessions never make such a call; it reads the primary database. */
interface OperatorAccess {
  readonly caller: 'operator';
  readonly permission: StaffPermission;
  /** The budget of a member's calls: `intake` is for files, which come in many parts. */
  readonly limit?: 'operator' | 'intake';
}

/** The answer depends on the caller, so it comes from the primary database and is never stored. */
interface PersonalAccess {
  /** `user`: 401 without a session. */
  readonly caller: 'user' | 'anyone';
  /** `asserted`: a session that ended within the last five minutes may still count; the user's id alone is known. */
  readonly session: 'current' | 'asserted';
  readonly kids: Permission;
  /** `needed`: refused where the caller's network address is unknown. */
  readonly address: 'needed' | 'optional';
  readonly cookie: CookieUse;
  readonly answer?: never;
}

/** The answer is the same for many callers, so it depends on no address and sets no cookie. */
interface SharedAccess {
  readonly caller: 'anyone';
  /** `none`: nobody is identified, whatever token is sent. */
  readonly session: 'current' | 'none';
  readonly kids: Permission;
  readonly answer: Sharing;
  /** `replica`: for calls without a session. */
  readonly database: 'primary' | 'replica';
}

type Access = OperatorAccess | PersonalAccess | SharedAccess;
type Permission = 'allowed' | 'refused';

/**
 * `guests`: a guest's answer depends on the input, the language, kids mode and the variant alone (docs/pages.md).
 * `public`: everybody's answer is the same at one time; a provider's is stored for when the provider fails.
 * `catalogue`: both.
 */
type Sharing = 'guests' | 'public' | 'catalogue';

/**
 * Browsers' cookies, which app/browser-session.ts handles; the API itself sees none.
 * `guest`: reads or creates the guest's; `guest-signed-out`: likewise, without a session; `guest-read`: reads it.
 * `requester`: creates the browser's that asks for a code; `session-begin`, `session-renew`, `session-end`: the session's.
 * `kids`: the answer's token becomes kids mode's.
 */
export type CookieUse =
  | 'none'
  | 'guest'
  | 'guest-signed-out'
  | 'guest-read'
  | 'requester'
  | 'session-begin'
  | 'session-renew'
  | 'session-end'
  | 'kids';

/** `path` holds `:name` parameters taken from the input; the rest is the query of a GET or the JSON body of a POST. */
export interface Call<I extends Schema = Schema, O extends Schema = Schema> {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly alsoGet?: true; // A POST that a GET makes, too (spec 7.07)
  readonly changes?: true; // A GET that changes something: only this site's pages and programs may make it
  readonly keyed?: true; // `idempotency_key` of the input is the header Idempotency-Key
  readonly upload?: number; // The body is a file of at most so many bytes, and the input the query
  readonly isSlow?: true; // It makes pictures before it answers
  readonly maxAge?: number; // Seconds for which a browser keeps the answer
  readonly input: I;
  readonly output: O;
}

export type Input<C extends Call> = v.InferInput<C['input']>;
export type Output<C extends Call> = v.InferOutput<C['output']>;

export function defineCall<I extends Schema, O extends Schema>(call: Call<I, O>): Call<I, O> {
  return call;
}

export interface CallPolicy {
  caller: Access['caller'];
  permission: StaffPermission | null;
  session: 'current' | 'asserted' | 'none';
  kids: Permission;
  address: 'needed' | 'optional';
  cookie: CookieUse;
  answer: Sharing | 'personal';
  database: 'primary' | 'replica';
}

const IMPLIED = {
  permission: null,
  session: 'current',
  kids: 'refused',
  address: 'optional',
  cookie: 'none',
  answer: 'personal',
  database: 'primary',
} as const;

/** Every decision about a call: what it says, and what its kind of access implies. */
export function getPolicy({ access }: Pick<Call, 'access'>): CallPolicy {
  return { ...IMPLIED, ...access };
}
