import type { Env } from '../../config/env.ts';
import type { Locale } from '../../domain/locale.ts';
import type { Database } from '../db/client.ts';
import type { KidsState } from './kids-cookie.ts';

/** The signed-in user of a request, as the session names it. */
export interface SessionUser {
  id: number;
  mobile: string;
  /** Epoch seconds; 0 for never. */
  subscribedUntil: number;
  ref: number;
}

/** All that a service may use; made once for each request. */
export interface RequestContext {
  env: Env;
  db: Database;
  locale: Locale;
  /** Epoch seconds. */
  now: number;
  user: SessionUser | null;
  /** The oldest rating that may be shown, in years: set in a kids session. Every query of titles obeys it. */
  maxAge: number | undefined;
  /** This browser's kids session, also one that was left. */
  kids: KidsState | null;
  /** The bearer token as sent, for logout. */
  token: string | null;
  /** Who a guest is by their cookie: the random id for which their media is signed; null where none came along. */
  guest: string | null;
  /** The caller's address, for rate limits only. */
  address: string;
  /** The AS number of the network asked from, where the edge knows it. */
  asn: number | null;
  /** What the caller's program says of itself; null where it says nothing. */
  userAgent: string | null;
  /** The site's public origin: configured, else the one that was asked. */
  origin: string;
  /** The host that was asked, which decides the igapp rules (spec 4.26). */
  host: string;
}
