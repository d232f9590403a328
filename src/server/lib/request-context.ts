import type { Env } from '../../config/env.ts';
import { KIDS_HEADER, KIDS_MAX_AGE } from '../../config/kids.ts';
import { GUEST_HEADER } from '../../config/session.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '../../domain/locale.ts';
import { openDatabase } from '../db/client.ts';
import { bearerOf } from './bearer.ts';
import type { RequestContext } from './context.ts';
import { parseKids } from './kids-cookie.ts';
import { findSessionUser } from './session.ts';

/** Epoch seconds. */
export type Clock = () => number;

export const systemClock: Clock = () => Math.floor(Date.now() / 1000);

/** All that a service needs of a request. Asks D1 once where a bearer token came along, else not at all. */
export async function requestContext(request: Request, env: Env, clock: Clock = systemClock): Promise<RequestContext> {
  const url = new URL(request.url);
  const db = openDatabase(env.DB);
  const now = clock();
  const token = bearerOf(request);
  const kids = parseKids(request.headers.get(KIDS_HEADER));
  return {
    env,
    db,
    locale: preferredLocale(request.headers.get('accept-language')),
    now,
    user: token === null ? null : await findSessionUser(db, token, now),
    maxAge: kids?.on ? KIDS_MAX_AGE : undefined,
    kids,
    token,
    guest: request.headers.get(GUEST_HEADER),
    address: request.headers.get('cf-connecting-ip') ?? '',
    asn: asnOf(request),
    userAgent: request.headers.get('user-agent'),
    origin: env.SITE_URL === '' ? url.origin : new URL(env.SITE_URL).origin,
    host: url.host,
  };
}

/** Cloudflare's `cf` is there at its edge only, and not for every network. */
function asnOf(request: Request): number | null {
  const asn: unknown = request.cf?.['asn'];
  return typeof asn === 'number' ? asn : null;
}

/** The best loved of our languages in an Accept-Language header; Persian where it names none (spec 1.01). */
function preferredLocale(header: string | null): Locale {
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
