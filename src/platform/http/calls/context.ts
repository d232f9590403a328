import type { Env } from '../../config/env.ts';
import type { Locale } from '../../text/locale.ts';
import type { Referrer } from '../../text/referral-code.ts';
import type { Database } from '../../db/client.ts';
import type { ReadBatch } from '../../db/join-reads.ts';
import type { KidsState } from '../session/kids-cookie.ts';

export interface SessionUser {
  id: number;
  mobile: string;
  subscribedUntil: number; // epoch seconds; 0: never
  pausedUntil: number; // epoch seconds; 0: not paused
  ref: Referrer;
  steppedUpAt: number; // epoch seconds of the last confirmed code, login included; 0: never
  sessionEndsAt: number; // epoch seconds
}

export type Wait = (milliseconds: number) => Promise<unknown>;

export interface RequestContext {
  env: Env;
  db: Database;
  read: ReadBatch;
  locale: Locale;
  now: number; // epoch seconds
  wait: Wait;
  user: SessionUser | null;
  assertion: string | null;
  /** Kids mode: the highest age rating, in years, that any query of titles may return. */
  maxAge: number | undefined;
  kids: KidsState | null; // also one that was left
  token: string | null;
  guest: string | null; // random id of the guest cookie
  requester: string | null; // random id of the browser that signs in (accounts/server/requester.ts)
  address: string; // for rate limits only; empty where unknown (client-address.ts)
  asn: number | null; // AS number, where the edge knows it
  country: string | null; // ISO code, where the edge knows it
  userAgent: string | null;
  defer: (work: Promise<unknown>) => void;
  origin: string;
  host: string; // Spec 4.26: decides the igapp rules.
}
