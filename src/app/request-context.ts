import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../platform/config/env.ts';
import { KIDS_HEADER, KIDS_MAX_AGE } from '../platform/http/session/kids.ts';
import { REQUESTER_HEADER } from '../features/accounts/config.ts';
import { ASSERTION_HEADER, GUEST_HEADER } from '../platform/config/session.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '../platform/text/locale.ts';
import { openDatabase } from '../platform/db/client.ts';
import { joinReads } from '../platform/db/join-reads.ts';
import { openReplica } from '../platform/db/replica.ts';
import { systemClock, type Clock } from '../platform/http/clock.ts';
import { readBearer } from '../platform/http/session/bearer.ts';
import { getClientAddress } from '../platform/http/address/client-address.ts';
import type { RequestContext, SessionUser, Wait } from '../platform/http/calls/context.ts';
import { closeDemoDoors } from './close-demo-doors.ts';
import { parseKids } from '../platform/http/session/kids-cookie.ts';
import { readPlace } from '../platform/http/address/place.ts';
import { findSessionUser } from '../features/accounts/server/session.ts';
import { chooseReadNeeds, type ReadNeeds } from './read-needs.ts';
import { NO_REFERRER } from '../platform/config/constants.ts';
import { ASSERTION_SECONDS, createAssertion, verifyAssertion } from '../platform/http/session/session-assertion.ts';
import { getSiteOrigin } from '../platform/http/origin/site-origin.ts';

export async function requestContext(
  request: Request,
  env: Env,
  clock: Clock = systemClock,
  defer: RequestContext['defer'] = () => undefined,
  wait: Wait = sleep,
  needs?: ReadNeeds,
): Promise<RequestContext> {
  const url = new URL(request.url);
  const now = clock();
  const token = readBearer(request);
  const { session, database } = needs ?? chooseReadNeeds(request, token);
  const db = openDatabase(database === 'replica' ? openReplica(env.DB) : env.DB);
  const kids = parseKids(request.headers.get(KIDS_HEADER));
  return {
    env: closeDemoDoors(env, url.host),
    db,
    read: joinReads(db),
    locale: preferredLocale(request.headers.get('accept-language')),
    now,
    wait,
    ...(await identifyUser(request, env, session === 'none' ? null : token, now, session === 'asserted')),
    maxAge: kids?.on ? KIDS_MAX_AGE : undefined,
    kids,
    token,
    guest: request.headers.get(GUEST_HEADER),
    requester: request.headers.get(REQUESTER_HEADER),
    address: getClientAddress(request, env),
    ...readPlace(request, env),
    userAgent: request.headers.get('user-agent'),
    defer,
    origin: getSiteOrigin(env, url.origin),
    host: url.host,
  };
}

type Identified = Pick<RequestContext, 'user' | 'assertion'>;

async function identifyUser(
  request: Request,
  env: Env,
  token: string | null,
  now: number,
  acceptsAssertion: boolean,
): Promise<Identified> {
  if (token === null) return { user: null, assertion: null };
  const assertionHeader = acceptsAssertion ? request.headers.get(ASSERTION_HEADER) : null;
  const id = assertionHeader === null ? null : await verifyAssertion(env, assertionHeader, token, now);
  if (id !== null) return { user: toAssertedUser(id, now), assertion: null };
  const user = await findSessionUser(openDatabase(env.DB), token, now);
  const isRenewed = acceptsAssertion && user !== null && user.sessionEndsAt > now + ASSERTION_SECONDS;
  return { user, assertion: isRenewed ? await createAssertion(env, token, user.id, now) : null };
}

function toAssertedUser(id: number, now: number): SessionUser {
  return { id, mobile: '', subscribedUntil: 0, pausedUntil: 0, ref: NO_REFERRER, steppedUpAt: 0, sessionEndsAt: now };
}

function preferredLocale(header: string | null): Locale {
  // Spec 1.01.
  let best: { locale: Locale; weight: number } | null = null;
  for (const part of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const locale = parseLocale(tag.split('-', 1)[0]);
    const q = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((value) => value !== undefined);
    const weight = q === undefined ? 1 : Number(q);
    if (locale !== null && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale ?? DEFAULT_LOCALE;
}
