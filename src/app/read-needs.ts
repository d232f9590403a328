import { getMyList, getMyLists, getListsOfTitle } from '../features/lists/contract.ts';
import { getContinue, getWatched, hideProgress, saveProgress } from '../features/progress/contract.ts';
import { quickSearch, search } from '../features/search/contract.ts';
import { API_BASE } from '../platform/http/api-base.ts';
import type { Call } from '../platform/http/call.ts';
import { isSharedCall } from './public-calls.ts';

export interface ReadNeeds {
  /** `assertion`: a session that ended within the last five minutes may still count. `none`: nobody is asked for. */
  session: 'database' | 'assertion' | 'none';
  database: 'primary' | 'replica';
}

export const STRICT: ReadNeeds = { session: 'database', database: 'primary' };

/** Watch history and lists: no money, no identity, no play. Their services use the user's id only. */
const ASSERTED: readonly Call[] = [
  ...[saveProgress, hideProgress, getContinue, getWatched],
  ...[getMyLists, getMyList, getListsOfTitle],
];
const WITHOUT_SESSION: readonly Call[] = [quickSearch, search];

/** Chooses by call (decisions 112 and 113). A call that is not named here asks the primary database. */
export function chooseReadNeeds({ method, url }: Pick<Request, 'method' | 'url'>, token: string | null): ReadNeeds {
  const { pathname } = new URL(url);
  const path = pathname.startsWith(`${API_BASE}/`) ? pathname.slice(API_BASE.length) : '';
  if (includesCall(ASSERTED, method, path)) return { session: 'assertion', database: 'primary' };
  if (includesCall(WITHOUT_SESSION, method, path)) return { session: 'none', database: 'replica' };
  if (token === null && method === 'GET' && isReplicated(path)) return { session: 'none', database: 'replica' };
  return STRICT;
}

/** Catalogue only. Plans and showings are sold, so their price and time come from the primary database. */
export function isReplicated(path: string): boolean {
  return isSharedCall(path) && !/^\/(?:payments|screenings?|ekran)\b|plans/i.test(path);
}

function includesCall(calls: readonly Call[], method: string, path: string): boolean {
  return calls.some((call) => call.method === method && toPattern(call.path).test(path));
}

const patterns = new Map<string, RegExp>();

function toPattern(path: string): RegExp {
  const pattern = patterns.get(path) ?? new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  patterns.set(path, pattern);
  return pattern;
}
