import * as v from 'valibot';
import type { Env } from '../platform/config/env.ts';
import { REQUESTER_HEADER } from '../features/accounts/config.ts';
import {
  ASSERTION_COOKIE,
  ASSERTION_HEADER,
  DATA_SAVER_COOKIE,
  GUEST_COOKIE,
  GUEST_HEADER,
  RAILS_COOKIE,
  RENEWED_COOKIE,
  SESSION_COOKIE,
  SESSION_SECONDS_HEADER,
  SIGNED_IN_COOKIE,
} from '../platform/config/session.ts';
import { KIDS_COOKIE, KIDS_HEADER } from '../platform/http/session/kids.ts';
import { copyRequestCalls, findRequestCall } from './calls.ts';
import { getPolicy, type CookieUse } from '../platform/http/calls/call.ts';
import { fail } from '../platform/outcome.ts';
import type { ApiFetch } from '../platform/http/calls/api-base.ts';
import { buildRequesterCookie, createRequester, readRequester } from '../features/accounts/server/requester-cookie.ts';
import { kidsCookie, readKids, kidsText } from '../platform/http/session/kids-cookie.ts';
import { respondFailure, respondJson } from '../platform/http/calls/respond.ts';
import { ASSERTION_SECONDS } from '../platform/http/session/session-assertion.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { SESSION_SECONDS } from '../features/accounts/server/session.ts';
import { guestCookie, newGuest } from '../platform/http/session/viewer.ts';

/** Maps the session cookie to `Authorization` and a login's token to the cookie. No cookie reaches the API. */
export function browserSession(backend: ApiFetch): ApiFetch {
  return async (request, env, ctx) => {
    const visitor = readVisitor(request);
    const headers = new Headers(request.headers);
    headers.delete('cookie');
    headers.delete(KIDS_HEADER);
    const kids = await readKids(request, env);
    if (kids) headers.set(KIDS_HEADER, kidsText(kids));
    const token = request.headers.has('authorization') ? null : visitor.token;
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    headers.delete(ASSERTION_HEADER);
    const asserted = token === null || env.API_BASE_URL !== '' ? undefined : visitor.cookies.get(ASSERTION_COOKIE);
    if (asserted !== undefined) headers.set(ASSERTION_HEADER, asserted);
    const cookie = findCookieUse(request);
    headers.delete(GUEST_HEADER);
    const isGuestPlaying = cookie === 'guest' || (cookie === 'guest-signed-out' && !headers.has('authorization'));
    const guest = isGuestPlaying ? (visitor.guest ?? newGuest()) : null;
    const viewer = cookie === 'guest-read' ? visitor.guest : guest;
    if (viewer !== null) headers.set(GUEST_HEADER, viewer);
    headers.delete(REQUESTER_HEADER);
    const requester = findRequester(request, env, cookie);
    if (requester !== null) headers.set(REQUESTER_HEADER, requester);
    const apiRequest = new Request(request, { headers });
    copyRequestCalls(request, apiRequest);
    const apiResponse = await backend(apiRequest, env, ctx);
    const { response, secondsLeft, assertion } = takeSessionHeaders(apiResponse);

    if (guest !== null && response.ok) return withCookies(response, [guestCookie(guest)]);
    const requesterCookies = requester === null ? [] : [buildRequesterCookie(requester)];
    if (cookie === 'session-begin' && response.ok && isBrowser(request)) {
      return moveToken(response, (issued) => [...beginSession(issued), ...requesterCookies]);
    }
    if (cookie === 'session-begin' && env.API_BASE_URL === '' && requester === null && isBrowser(request)) {
      return explainLostCookie(response);
    }
    // Of two sends at once, the refused one must not replace the other's requester.
    if (cookie === 'requester' && response.ok) return withCookies(response, requesterCookies);
    if (cookie === 'kids' && response.ok) return moveToken(response, (token) => [kidsCookie(token)]);
    const isLogout = cookie === 'session-end' && isBrowser(request);
    // GET only after a 401 (spec 7.07, 8.03). The 401 itself may come late, when the browser has another session.
    if (isLogout && request.method === 'GET') return clearBrowser(request, response, kids?.on === true);
    if (isLogout || (token !== null && cookie === 'session-end')) {
      return withCookies(response, clearSession(kids?.on === true));
    }
    const isDue = cookie === 'session-renew' && token !== null && !visitor.cookies.has(RENEWED_COOKIE);
    if (isDue && response.ok) return withCookies(response, startSession(token, secondsLeft));
    if (token !== null && assertion !== null) return withCookies(response, [assertionCookie(assertion)]);
    return response;
  };
}

const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/; // RFC 6265
const DAY_SECONDS = 24 * 60 * 60;
const DATA_SAVER_END = `${DATA_SAVER_COOKIE}=; Path=/; Secure; SameSite=Lax; Max-Age=0`;

export function beginSession(token: string): string[] {
  return [...startSession(token), DATA_SAVER_END];
}

export function startSession(token: string, secondsLeft = SESSION_SECONDS): string[] {
  return sessionCookies(encodeURIComponent(token), '1', Math.min(secondsLeft, SESSION_SECONDS), DAY_SECONDS);
}

/** Kids mode that is on stays: a child must not leave it by signing out. Media renewals end with the session. */
export function clearSession(inKidsMode: boolean): string[] {
  const ended = [GUEST_COOKIE, ASSERTION_COOKIE, ...(inKidsMode ? [] : [KIDS_COOKIE])];
  return [
    ...sessionCookies('', '', 0, 0),
    `${RAILS_COOKIE}=; Path=/; Max-Age=0`,
    DATA_SAVER_END,
    ...ended.map((name) => `${name}=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0`),
  ];
}

/** Ends every cookie of the request (spec 8.03) except kids mode that is on (docs/account.md). */
export function clearCookies(request: Request, inKidsMode: boolean): string[] {
  const session = clearSession(inKidsMode);
  const isEnded = (name: string) =>
    (inKidsMode && name === KIDS_COOKIE) || session.some((cookie) => cookie.startsWith(`${name}=`));
  const others = [...readVisitor(request).cookies.keys()].filter((name) => COOKIE_NAME.test(name) && !isEnded(name));
  return [...session, ...others.map((name) => `${name}=; Path=/; Secure; SameSite=Lax; Max-Age=0`)];
}

function clearBrowser(request: Request, response: Response, inKidsMode: boolean): Response {
  const answer = withCookies(response, clearCookies(request, inKidsMode));
  if (!inKidsMode) answer.headers.set('clear-site-data', '"cookies"');
  return answer;
}

interface SessionAnswer {
  response: Response;
  secondsLeft: number | undefined;
  assertion: string | null;
}

/** A provider names no end: 90 days from now. */
function takeSessionHeaders(apiResponse: Response): SessionAnswer {
  const seconds = apiResponse.headers.get(SESSION_SECONDS_HEADER);
  const assertion = apiResponse.headers.get(ASSERTION_HEADER);
  if (seconds === null && assertion === null) return { response: apiResponse, secondsLeft: undefined, assertion };
  const response = new Response(apiResponse.body, apiResponse);
  for (const name of [SESSION_SECONDS_HEADER, ASSERTION_HEADER]) response.headers.delete(name);
  const secondsLeft = seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined;
  return { response, secondsLeft, assertion };
}

/** It is signed for the session's token, so it is worthless in a browser that has lost the session's cookie. */
function assertionCookie(assertion: string): string {
  return `${ASSERTION_COOKIE}=${assertion}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(ASSERTION_SECONDS)}`;
}

function sessionCookies(token: string, signedIn: string, seconds: number, renewedSeconds: number): string[] {
  const attributes = `Secure; SameSite=Lax; Max-Age=${String(seconds)}`;
  return [
    `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; ${attributes}`,
    `${SIGNED_IN_COOKIE}=${signedIn}; Path=/; ${attributes}`,
    `${RENEWED_COOKIE}=${signedIn}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(renewedSeconds)}`,
  ];
}

function findCookieUse(request: Request): CookieUse {
  const match = findRequestCall(request, request.method === 'HEAD' ? 'GET' : request.method);
  return match ? getPolicy(match.call).cookie : 'none';
}

function findRequester(request: Request, env: Env, cookie: CookieUse): string | null {
  if (env.API_BASE_URL !== '' || (cookie !== 'session-begin' && cookie !== 'requester')) return null;
  return readRequester(request) ?? (cookie === 'requester' && isBrowser(request) ? createRequester() : null);
}

/** Every browser sends one of these with a scripted POST; other programs send neither. */
function isBrowser(request: Request): boolean {
  return request.headers.has('origin') || request.headers.has('sec-fetch-site');
}

const tokenAnswer = v.looseObject({ token: v.pipe(v.string(), v.nonEmpty()) });

async function moveToken(response: Response, buildCookies: (token: string) => string[]): Promise<Response> {
  const answer = v.safeParse(tokenAnswer, await response.json().catch(() => null));
  // The body is dropped: it might hold a token.
  if (!answer.success) return respondFailure(fail('provider_unreachable'));
  return withCookies(respondJson({ ...answer.output, token: '' }), buildCookies(answer.output.token));
}

/** The code of a browser without its requester's cookie never fits: the cookie was set with the code, and did not stay. */
async function explainLostCookie(response: Response): Promise<Response> {
  const answer = v.safeParse(
    v.looseObject({ code: v.string() }),
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  const isWrong = answer.success && answer.output.code === 'code_wrong_or_expired';
  return isWrong ? respondFailure(fail('cookies_blocked')) : response;
}

function withCookies(response: Response, cookies: string[]): Response {
  const answer = new Response(response.body, response);
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}
