import * as v from 'valibot';
import { API_BASE } from '../http/calls/api-base.ts';
import { createClient, type Api } from './api.ts';
import { parseLocale, DEFAULT_LOCALE, type Locale } from '../text/locale.ts';
import { LOGIN_KEY } from './forget-account.ts';
import { readLocal } from './local.ts';
import { consumePrefetch } from './started-play.ts';
import { hasSession } from './session.ts';

const UNAUTHENTICATED = 401;
const CLEARED_KEY = 'session-cleared';
const CLEARED_MS = 60_000;

function documentLocale(): Locale {
  return parseLocale(document.documentElement.lang) ?? DEFAULT_LOCALE;
}

/** A 401 ends the session on this page (spec 8.03, 7.07), unless it is about one that another page has replaced since. */
export const api: Api = (call, input) => apiUntil(null)(call, input);

export function apiUntil(signal: AbortSignal | null): Api {
  const client = createClient({
    base: API_BASE,
    locale: documentLocale(),
    fetch: (url, init) => consumePrefetch(url, init.body) ?? fetch(url, { ...init, signal }),
  });
  return async (call, input) => {
    const session = describeSession();
    const result = await client(call, input);
    const isOver = !result.ok && result.error.status === UNAUTHENTICATED;
    if (isOver && describeSession() === session && (await endSession())) return NEVER;
    return result;
  };
}

function describeSession(): string {
  return `${String(hasSession())} ${String(readLocal(LOGIN_KEY, v.number()))}`;
}

/** The page loads again: nothing may lead elsewhere meanwhile. */
const NEVER = new Promise<never>(() => undefined);

/** True if the page loads again: once a minute, or a page that always gets 401 would never end. */
async function endSession(): Promise<boolean> {
  await fetch(`${API_BASE}/logout`).catch(() => null);
  clearCookies();
  try {
    localStorage.clear();
    const clearedAt = Number(sessionStorage.getItem(CLEARED_KEY) ?? 0);
    if (Date.now() - clearedAt < CLEARED_MS) return false;
    sessionStorage.setItem(CLEARED_KEY, String(Date.now()));
  } catch {
    // Storage may be forbidden.
    return false;
  }
  location.reload();
  return true;
}

function clearCookies(): void {
  for (const pair of document.cookie.split(';')) {
    const name = pair.split('=')[0]?.trim();
    if (name) document.cookie = `${name}=; path=/; max-age=0`;
  }
}
