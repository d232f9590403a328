import * as v from 'valibot';
import { GUEST_HEADER, SESSION_COOKIE, SIGNED_IN_COOKIE } from '../../config/session.ts';
import { RAILS_COOKIE } from '../../config/rails.ts';
import { KIDS_HEADER } from '../../config/kids.ts';
import { getGhostCart } from '../../contract/cart.ts';
import { enterKids, leaveKids } from '../../contract/kids.ts';
import { fail } from '../../domain/outcome.ts';
import { API_BASE, type ApiFetch } from '../app.ts';
import { kidsCookie, kidsOf, kidsText } from './kids-cookie.ts';
import { respondFailure, respondJson } from './respond.ts';
import { sessionToken } from './session-cookie.ts';
import { SESSION_SECONDS } from './session.ts';
import { guestCookie, guestOf, newGuest } from './viewer.ts';

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
    const kids = await kidsOf(request, env);
    if (kids) headers.set(KIDS_HEADER, kidsText(kids));
    const token = request.headers.has('authorization') ? null : sessionToken(request);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const call = new URL(request.url).pathname.slice(API_BASE.length);
    headers.delete(GUEST_HEADER);
    const guest = call === getGhostCart.path ? (guestOf(request) ?? newGuest()) : null;
    if (guest !== null) headers.set(GUEST_HEADER, guest);
    const response = await backend(new Request(request, { headers }), env, ctx);

    if (guest !== null && response.ok) return withCookies(response, [guestCookie(guest)]);
    if (call === '/login' && response.ok && isBrowser(request)) return moveToken(response, startSession);
    if (KIDS_CALLS.has(call) && response.ok) return moveToken(response, (token) => [kidsCookie(token)]);
    const isLogout = call === '/logout' && isBrowser(request);
    if (isLogout || (token !== null && (response.status === 401 || call === '/logout'))) {
      return withCookies(response, clearSession());
    }
    // The session slides with use, and so must the cookie that carries it.
    if (call === '/get/user' && token !== null && response.ok) return withCookies(response, startSession(token));
    return response;
  };
}

/** The Set-Cookie values that begin a browser's session. */
export function startSession(token: string): string[] {
  return sessionCookies(encodeURIComponent(token), '1', SESSION_SECONDS);
}

/** The Set-Cookie values that end it. */
export function clearSession(): string[] {
  return [...sessionCookies('', '', 0), `${RAILS_COOKIE}=; Path=/; Max-Age=0`];
}

function sessionCookies(token: string, signedIn: string, seconds: number): string[] {
  const attributes = `Secure; SameSite=Lax; Max-Age=${String(seconds)}`;
  return [
    `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; ${attributes}`,
    `${SIGNED_IN_COOKIE}=${signedIn}; Path=/; ${attributes}`,
  ];
}

/** Every browser sends one of these with a POST by script; programs send neither. */
function isBrowser(request: Request): boolean {
  return request.headers.has('origin') || request.headers.has('sec-fetch-site');
}

/** The calls whose answer is a kids session, for every client: it holds only where the cookie is. */
const KIDS_CALLS = new Set([enterKids.path, leaveKids.path]);

const tokenAnswer = v.looseObject({ token: v.pipe(v.string(), v.nonEmpty()) });

async function moveToken(response: Response, cookiesOf: (token: string) => string[]): Promise<Response> {
  const answer = v.safeParse(tokenAnswer, await response.json().catch(() => null));
  // Only a provider can answer so; what it said instead might hold a token.
  if (!answer.success) return respondFailure(fail('provider_unreachable'));
  return withCookies(respondJson({ ...answer.output, token: '' }), cookiesOf(answer.output.token));
}

function withCookies(response: Response, cookies: string[]): Response {
  const answer = new Response(response.body, response);
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}
