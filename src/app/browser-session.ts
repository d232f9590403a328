import * as v from 'valibot';
import type { Env } from '../platform/config/env.ts';
import { ASKER_HEADER } from '../features/accounts/config.ts';
import {
  GUEST_COOKIE,
  GUEST_HEADER,
  RAILS_COOKIE,
  SESSION_COOKIE,
  SESSION_SECONDS_HEADER,
  SIGNED_IN_COOKIE,
} from '../platform/config/session.ts';
import { KIDS_COOKIE, KIDS_HEADER } from '../platform/http/kids.ts';
import { login, sendCode } from '../features/accounts/contract/auth.ts';
import { getGhostCart } from '../features/watch-options/contract.ts';
import { enterKids, leaveKids } from '../features/kids/contract.ts';
import { countPlay } from '../features/plays/contract.ts';
import { fail } from '../platform/outcome.ts';
import { API_BASE, type ApiFetch } from '../platform/http/api-base.ts';
import { askerCookie, createAsker, readAsker } from '../features/accounts/server/asker-cookie.ts';
import { kidsCookie, readKids, kidsText } from '../platform/http/kids-cookie.ts';
import { respondFailure, respondJson } from '../platform/http/respond.ts';
import { listCookieNames } from '../platform/http/cookies.ts';
import { sessionToken } from '../platform/http/session-cookie.ts';
import { SESSION_SECONDS } from '../features/accounts/server/session.ts';
import { guestCookie, readGuest, newGuest } from '../platform/http/viewer.ts';

/**
 * The browser's side of a session, in front of any API. The bearer token lives in an HttpOnly cookie: on the way in
 * the cookie becomes `Authorization`, on the way out the token of a login becomes the cookie. No cookie passes on,
 * and a client that brings its own bearer is left alone.
 */
export function browserSession(backend: ApiFetch): ApiFetch {
  return async (request, env, ctx) => {
    const headers = new Headers(request.headers);
    headers.delete('cookie');
    headers.delete(KIDS_HEADER);
    const kids = await readKids(request, env);
    if (kids) headers.set(KIDS_HEADER, kidsText(kids));
    const token = request.headers.has('authorization') ? null : sessionToken(request);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const call = new URL(request.url).pathname.slice(API_BASE.length);
    headers.delete(GUEST_HEADER);
    const guest = call === getGhostCart.path ? (readGuest(request) ?? newGuest()) : null;
    const viewer = call === countPlay.path ? readGuest(request) : guest;
    if (viewer !== null) headers.set(GUEST_HEADER, viewer);
    headers.delete(ASKER_HEADER);
    const asker = findAsker(request, env, call);
    if (asker !== null) headers.set(ASKER_HEADER, asker);
    const answered = await backend(new Request(request, { headers }), env, ctx);
    const { response, secondsLeft } = takeSecondsLeft(answered);

    if (guest !== null && response.ok) return withCookies(response, [guestCookie(guest)]);
    const askerCookies = asker === null ? [] : [askerCookie(asker)];
    if (call === login.path && response.ok && isBrowser(request)) {
      return moveToken(response, (issued) => [...startSession(issued), ...askerCookies]);
    }
    // Only with a code: of two sends at once the one that was refused must not replace the other's asker.
    if (call === sendCode.path && response.ok) return withCookies(response, askerCookies);
    if (KIDS_CALLS.has(call) && response.ok) return moveToken(response, (token) => [kidsCookie(token)]);
    // An operator's call asks for the operator's own secret: without it nobody's session is over.
    const isSessionOver = response.status === 401 && !call.startsWith('/operator/');
    const isLogout = call === '/logout' && isBrowser(request);
    if (token !== null && isSessionOver) return withCookies(response, clearCookies(request, kids?.on === true));
    // By GET only after a 401 (spec 7.07, 8.03); by POST the visitor signs out, and the browser keeps what is not theirs.
    if (isLogout && request.method === 'GET') return clearBrowser(request, response, kids?.on === true);
    if (isLogout || (token !== null && call === '/logout')) {
      return withCookies(response, clearSession(kids?.on === true));
    }
    // The session slides with use, and so must the cookie that carries it.
    if (call === '/get/user' && token !== null && response.ok)
      return withCookies(response, startSession(token, secondsLeft));
    return response;
  };
}

/** The Set-Cookie values that begin a browser's session; it ends in `secondsLeft` at the latest. */
export function startSession(token: string, secondsLeft = SESSION_SECONDS): string[] {
  return sessionCookies(encodeURIComponent(token), '1', Math.min(secondsLeft, SESSION_SECONDS));
}

/**
 * The Set-Cookie values that end it, with everything else that says who used this browser: the guest they were, and the
 * kids mode they left. Kids mode that is on stays: a child must not leave it by signing out. The renewals of media
 * addresses (platform/media/media-renewal.ts) are signed for the session, so they are worth nothing without it.
 */
export function clearSession(inKidsMode: boolean): string[] {
  const ended = [GUEST_COOKIE, ...(inKidsMode ? [] : [KIDS_COOKIE])];
  return [
    ...sessionCookies('', '', 0),
    `${RAILS_COOKIE}=; Path=/; Max-Age=0`,
    ...ended.map((name) => `${name}=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0`),
  ];
}

/**
 * The Set-Cookie values that end every cookie that a request brings, those that no script can see too (spec 8.03). Only
 * kids mode that is on stays (decision 047).
 */
export function clearCookies(request: Request, inKidsMode: boolean): string[] {
  const session = clearSession(inKidsMode);
  const isEnded = (name: string) =>
    (inKidsMode && name === KIDS_COOKIE) || session.some((cookie) => cookie.startsWith(`${name}=`));
  const others = listCookieNames(request).filter((name) => !isEnded(name));
  return [...session, ...others.map((name) => `${name}=; Path=/; Secure; SameSite=Lax; Max-Age=0`)];
}

/** The same, and what lies on other paths, such as the renewals of media addresses. */
function clearBrowser(request: Request, response: Response, inKidsMode: boolean): Response {
  const answer = withCookies(response, clearCookies(request, inKidsMode));
  if (!inKidsMode) answer.headers.set('clear-site-data', '"cookies"');
  return answer;
}

/** What the API says of the session's end, and its answer without that. A provider says nothing: 90 days from now. */
function takeSecondsLeft(answered: Response): { response: Response; secondsLeft: number | undefined } {
  const seconds = answered.headers.get(SESSION_SECONDS_HEADER);
  if (seconds === null) return { response: answered, secondsLeft: undefined };
  const response = new Response(answered.body, answered);
  response.headers.delete(SESSION_SECONDS_HEADER);
  return { response, secondsLeft: /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined };
}

function sessionCookies(token: string, signedIn: string, seconds: number): string[] {
  const attributes = `Secure; SameSite=Lax; Max-Age=${String(seconds)}`;
  return [
    `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; ${attributes}`,
    `${SIGNED_IN_COOKIE}=${signedIn}; Path=/; ${attributes}`,
  ];
}

/** Who signs in, by the cookie; a browser without one gets it with its first code. A provider has its own ways. */
function findAsker(request: Request, env: Env, call: string): string | null {
  if (env.API_BASE_URL !== '' || (call !== login.path && call !== sendCode.path)) return null;
  return readAsker(request) ?? (call === sendCode.path && isBrowser(request) ? createAsker() : null);
}

/** Every browser sends one of these with a POST by script; programs send neither. */
function isBrowser(request: Request): boolean {
  return request.headers.has('origin') || request.headers.has('sec-fetch-site');
}

/** The calls whose answer is a kids session, for every client: it holds only where the cookie is. */
const KIDS_CALLS = new Set([enterKids.path, leaveKids.path]);

const tokenAnswer = v.looseObject({ token: v.pipe(v.string(), v.nonEmpty()) });

async function moveToken(response: Response, buildCookies: (token: string) => string[]): Promise<Response> {
  const answer = v.safeParse(tokenAnswer, await response.json().catch(() => null));
  // Only a provider can answer so; what it said instead might hold a token.
  if (!answer.success) return respondFailure(fail('provider_unreachable'));
  return withCookies(respondJson({ ...answer.output, token: '' }), buildCookies(answer.output.token));
}

function withCookies(response: Response, cookies: string[]): Response {
  const answer = new Response(response.body, response);
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}
