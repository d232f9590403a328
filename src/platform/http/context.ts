import type { Env } from '../config/env.ts';
import type { Locale } from '../text/locale.ts';
import type { Referrer } from '../text/referral-code.ts';
import type { Database } from '../db/client.ts';
import type { KidsState } from './kids-cookie.ts';

/** The signed-in user of a request, as the session names it. */
export interface SessionUser {
  id: number;
  mobile: string;
  /** Epoch seconds; 0 for never. */
  subscribedUntil: number;
  ref: Referrer;
  /** When a code was last confirmed on this session, its login included; epoch seconds, 0 for never. */
  steppedUpAt: number;
  /** Epoch seconds. */
  sessionEndsAt: number;
}

/** Lets so many milliseconds pass. */
export type Wait = (milliseconds: number) => Promise<unknown>;

/** All that a service may use; made once for each request. */
export interface RequestContext {
  env: Env;
  db: Database;
  locale: Locale;
  /** Epoch seconds. */
  now: number;
  wait: Wait;
  user: SessionUser | null;
  /** The oldest rating that may be shown, in years: set in a kids session. Every query of titles obeys it. */
  maxAge: number | undefined;
  /** This browser's kids session, also one that was left. */
  kids: KidsState | null;
  /** The bearer token as sent, for logout. */
  token: string | null;
  /** Who a guest is by their cookie: the random id for which their media is signed; null where none came along. */
  guest: string | null;
  /** The random id of the browser that signs in, by its cookie; null where none came along (accounts/server/asker.ts). */
  asker: string | null;
  /** The caller's address, for rate limits only; empty where it is not known (client-address.ts). */
  address: string;
  /** The AS number of the network asked from, where the edge knows it. */
  asn: number | null;
  /** What the caller's program says of itself; null where it says nothing. */
  userAgent: string | null;
  /** Lets work go on after the answer; its failure is logged and nobody's. */
  defer: (work: Promise<unknown>) => void;
  /** The site's public origin: configured, else the one that was asked. */
  origin: string;
  /** The host that was asked, which decides the igapp rules (spec 4.26). */
  host: string;
}
