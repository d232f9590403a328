import type { Call } from '../../../src/platform/http/calls/call.ts';
import { CALLS } from '../../../src/app/calls.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { SHARED_PAGES } from '../browser/page-kinds.ts';

export const TOKEN = 'a-token-of-the-fault-matrix-0123456789';
const SIGNED_IN = { cookie: `${SESSION_COOKIE}=${TOKEN}; signed_in=1` };

/** A request of the fault matrix. */
export interface Ask {
  path: string;
  init?: RequestInit;
}

const PERSONAL_PAGES = [
  ...['/login', '/profile', '/profile/settings', '/profile/plans', '/profile/list', '/profile/list/later', '/payments'],
  ...['/profile/faq', '/plan/1', '/callback', '/callback?directdebit=active', '/kids', '/download', '/app', '/namad'],
  ...['/movie/download/52', '/series/download/201', '/continue', '/app/show/52', '/ref/1C', '/offline', '/USSDlink/1'],
];

const WORDS: Record<string, unknown> = {
  kind: 'movie',
  id: 52,
  type: 'movie',
  slug: 'parde-1',
  group: 'iranian-actors',
  list: 'later',
  room: 'a'.repeat(20),
  mobile: '09120000000',
  password: '1234',
  query: 'نادر',
  amount: 50_000,
  payment_method: 'sandbox',
  plan_id: 1,
  items: [52],
  purpose: 'title',
  pin: '1234',
  ref: '{code}',
  pushes: [],
  name: 'Sara',
  confirm: true,
};

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Every call of the contract with an input that its path needs, as a signed-in browser sends it. */
function buildCallRequest(call: Call, origin: string): Ask {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(toText(WORDS[name] ?? 1)));
  if (call.method === 'GET') {
    const query = new URLSearchParams(Object.entries(WORDS).map(([name, value]) => [name, String(value)]));
    return { path: `/api/v1${path}?${query.toString()}`, init: { headers: { ...SIGNED_IN, origin } } };
  }
  const headers = { ...SIGNED_IN, origin, 'content-type': 'application/json' };
  return { path: `/api/v1${path}`, init: { method: 'POST', headers, body: JSON.stringify(WORDS) } };
}

/** Calls that end the session that all others are made with. */
const ENDING = /\/(logout|my\/cancel|my\/devices)/;

export type Group =
  'kept pages' | 'new pages' | 'personal pages' | 'forms' | 'calls' | 'media' | 'bank’s return' | 'files';

/** All that the matrix asks, by what it is. */
export function buildFaultRequests(
  origin: string,
  payment: string,
  image: string,
  ogImage: string,
): Record<Group, Ask[]> {
  const cold = { 'x-cold': '1' };
  const form = (path: string, body: string): Ask => ({
    path,
    init: {
      method: 'POST',
      body,
      headers: { ...SIGNED_IN, origin, 'content-type': 'application/x-www-form-urlencoded' },
    },
  });
  const calls: readonly Call[] = CALLS;
  return {
    'kept pages': SHARED_PAGES.map((path) => ({ path, init: { headers: SIGNED_IN } })),
    'new pages': SHARED_PAGES.map((path) => ({ path, init: { headers: cold } })),
    'personal pages': [...PERSONAL_PAGES, `/callback?payment=${payment}`, `/payments/${payment}`].map((path) => ({
      path,
      init: { headers: SIGNED_IN },
    })),
    forms: [
      form('/locale', 'locale=en&redirect=%2F'),
      form('/login', 'step=mobile&mobile=09120000001'),
      form('/kids', 'action=enter&pin=1234'),
      form('/profile/settings', 'action=save&name=Sara'),
      form('/profile/list/later', 'id=52'),
      form('/plan/1', 'payment_method=sandbox'),
      form('/movie/52', 'payment_method=sandbox'),
      form('/download', 'items=52'),
    ],
    calls: calls.filter(({ path }) => !ENDING.test(path)).map((call) => buildCallRequest(call, origin)),
    media: [
      { path: `/media/img/${image}`, init: { headers: { ...cold, accept: 'image/webp' } } },
      { path: '/media/img/none/movie/52', init: { headers: cold } },
      { path: ogImage, init: { headers: cold } },
      { path: '/media/v/x.y/1/clip-1/master.m3u8' },
    ],
    'bank’s return': ['GET', 'POST'].flatMap((method) =>
      [`/payments/return/sandbox/${payment}?token=1`, `/directdebit/return/${payment}?status=ACTIVE`].map((path) => ({
        path: `/api/v1${path}`,
        init: { method, headers: SIGNED_IN },
      })),
    ),
    files: ['/sitemap.xml', '/sitemap/movie-0.xml', '/robots.txt'].map((path) => ({ path, init: { headers: cold } })),
  };
}
