// @module-tag full
import { globSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { openState } from '../../../tools/lib/open-state.ts';
import { dumpTables } from '../../support/database/dump.ts';
import { signingKeys } from '../../support/browser/signing-keys.ts';
import { servePrepared, sessionRow, userRow } from '../../support/site/prepared-site.ts';
import { sendOverSocket } from '../../support/browser/send-over-socket.ts';
import { prepareRow, type Row } from '../../support/database/rows.ts';

/**
 * Every address of a page, opened by a link of another site in the browser of a signed-in user: the database is the same
 * before and after. tests/api/app/gets.test.ts does this for the API.
 */

const PORT = 4379;
const STATE = '.wrangler/gets-state';
const TOKEN = 'session-of-the-test-of-gets';
const OPEN = 'open0000000000000000';
const PAID = 'paid0000000000000000';

/** Addresses of each file of src/pages. */
const PAGES: Record<string, string[]> = {
  '404': ['/404', '/nothing-here'],
  'USSDlink/[...link]': ['/USSDlink', '/USSDlink/x', `/USSDlink/${OPEN}`],
  app: ['/app', '/app?ref=12'],
  'app/ekran/[...id]': ['/app/ekran/501'],
  'app/episode/show/[...id]': ['/app/episode/show/1001'],
  'app/series/show/[...id]': ['/app/series/show/201'],
  'app/show/[...id]': ['/app/show/52'],
  callback: [
    '/callback',
    `/callback?payment=${PAID}`,
    `/callback?payment=${OPEN}&to=bank`,
    '/callback?payment=none',
    '/callback?directdebit=active',
  ],
  'cast/[...id]': ['/cast/10185'],
  'casts/[group]': ['/casts/iranian-actors'],
  'category/[...id]': ['/category', '/category?f_type=movie'],
  'channel/[...id]': ['/channel/parde-cinema'],
  cinema: ['/cinema'],
  'comments/[id]': ['/comments/52', '/comments/52?action=like&comment=1', '/comments/52?text=x&stars=5'],
  continue: ['/continue', '/continue?remove=52'],
  'desk/[...path]': ['/desk', '/desk/payments?state=failed'],
  'dev/gateway/[token]': ['/dev/gateway/token-of-open', '/dev/gateway/token-of-open?action=pay'],
  'dev/inbox': ['/dev/inbox'],
  download: ['/download', '/download?items=901,902', '/download?items=1&pay=1'],
  'ekran/[...id]': ['/ekran/501'],
  'episode/index': ['/episode'],
  'episode/[id]': ['/episode/1001'],
  'episode/download/[...id]': ['/episode/download/1001'],
  'episode/show/[...id]': ['/episode/show/1001'],
  'genres/[id]': ['/genres/drama'],
  'genres/index': ['/genres'],
  index: ['/', '/?ref=12&hl=en'],
  kids: ['/kids', '/kids/leave', '/kids/enter', '/kids?action=enter&pin=1234', '/kids?action=leave&pin=1234&left=1'],
  'lists/[...list]': ['/lists', '/lists/classics'],
  'live/[...id]': ['/live/401'],
  'lives/[live]': ['/lives/parde-1'],
  'lives/index': ['/lives'],
  locale: ['/locale', '/locale?locale=en&redirect=/'],
  login: ['/login', '/login?mobile=09121111111', '/login?mobile=09121111111&password=1234&step=code'],
  logout: ['/logout'],
  magazines: ['/magazines'],
  'magazines-channels': ['/magazines-channels'],
  'manifest.webmanifest': ['/manifest.webmanifest', '/manifest.webmanifest?hl=en'],
  'movie/index': ['/movie'],
  'movie/[id]': ['/movie/52', '/movie/52?action=buy&id=52&payment_method=wallet'],
  'movie/download/[...id]': ['/movie/download/52'],
  'movie/show/[...id]': ['/movie/show/52'],
  namad: ['/namad'],
  offline: ['/offline'],
  'operator/quality': ['/operator/quality'],
  payments: ['/payments', '/payments?amount=10000', '/payments?page=2'],
  'payments/[id]': [`/payments/${PAID}`, `/payments/${OPEN}`, '/payments/none'],
  'plan/[...id]': ['/plan', '/plan/1', '/plan/1?payment_method=wallet&discount_code=TEN'],
  'profile/about-contact': ['/profile/about-contact'],
  'profile/faq': ['/profile/faq'],
  'profile/access': ['/profile/access', '/profile/access?before=9'],
  'profile/help/index': ['/profile/help', `/profile/help?kind=refund&payment=${PAID}&text=x&key=form-0001`],
  'profile/help/[number]': ['/profile/help/10001', '/profile/help/10001?text=x&key=form-0001'],
  'profile/gift/index': [
    '/profile/gift',
    '/profile/gift?plan=1&count=2&code=X',
    '/profile/gift?code=X&payment_method=wallet',
  ],
  'profile/gift/[id]': ['/profile/gift/none', '/profile/gift/none?to=a&words=b&by=c'],
  'profile/index': ['/profile', '/profile?action=cancel'],
  'profile/internet': ['/profile/internet'],
  'profile/list/[...list]': ['/profile/list', '/profile/list/mark', '/profile/list/mark?action=remove&id=52'],
  'profile/plans': ['/profile/plans'],
  'profile/settings': ['/profile/settings', '/profile/settings?action=end&device=1&name=x&autoplay=0'],
  'profile/subscription': ['/profile/subscription', '/profile/subscription?months=1&action=resume&key=form-0001'],
  'profile/terms': ['/profile/terms'],
  'profile/terms/[version]': ['/profile/terms/0'],
  promises: ['/promises'],
  'ref/[...id]': ['/ref/12', '/ref'],
  'robots.txt': ['/robots.txt'],
  'search/[...search]': ['/search', '/search/نادر'],
  'series/index': ['/series'],
  'series/[id]': ['/series/201'],
  'series/download/[...id]': ['/series/download/201'],
  'series/show/[...id]': ['/series/show/201'],
  'show/[...id]': ['/show/301', '/show'],
  'video/index': ['/video'],
  'video/[id]': ['/video/301'],
  'video/show/[...id]': ['/video/show/301'],
};
/** Besides: addresses that the Worker answers itself. */
const OTHERS = [
  '/sitemap.xml',
  '/payments/return/sandbox/x',
  '/directdebit/return/x',
  '/dev/',
  '//logout',
  '/%6Cogout',
];

/** A link of another site may set cookies for the referrer (spec 2.09), and nothing else. */
const COOKIES = /^ref(_number)?=/;

/** Messages to support with the page's address, which kids mode closes. */
const HELP = /href="\/profile\/help\b/;
const HELP_OF_PAGE = /href="\/profile\/help\?page=/;
const PHONE = /href="tel:/;
/** The demo's, and the desk, where support works. */
const WITHOUT_HELP = /^\/(?:desk|dev)\b/;
/** Their line of support is a telephone: the app has its own pages; here one writes. */
const WITHOUT_PAGE = /^\/(?:app\/|offline|profile\/help)/;

const VIEWERS = ['member', 'guest', 'child'] as const;
type Viewer = (typeof VIEWERS)[number];

function isHelpful(viewer: Viewer, path: string, text: string): boolean {
  if (viewer === 'child') return PHONE.test(text) && !HELP.test(text);
  return WITHOUT_HELP.test(path) || (WITHOUT_PAGE.test(path) ? PHONE : HELP_OF_PAGE).test(text);
}

/** As many keys of purchases as a browser keeps (decision 122): a link that adds one pushes another out. */
const PURCHASES = [10, 11, 12, 13, 14, 15].map((id) => `901-plan-${String(id)}.${'k'.repeat(32)}.`).join('~');

async function prepare(db: D1Database): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const addPayment = (id: string, more: Row) =>
    prepareRow(db, 'payments', {
      ...{ id, user_id: 901, method: 'sandbox', price: 5000, total: 5000, ...more },
    });
  const addLine = (payment_id: string, delivered: number) =>
    prepareRow(db, 'payment_lines', {
      ...{ payment_id, kind: 'wallet', item_id: 0, list_price: 5000, vat: 0, total: 5000, delivered },
    });
  const paid = now - 86_400;
  await db.batch([
    userRow(db, 901, '09121111111'),
    sessionRow(db, 901, TOKEN, { browser: 'Chrome', system: 'Android', daysAgo: 0 }),
    addPayment(OPEN, {
      ...{ fingerprint: 'f1', token: 'token-of-open', pay_url: '/dev/gateway/token-of-open' },
      ...{ created_at: now, expires_at: now + 900, checked_at: now },
    }),
    addPayment(PAID, {
      ...{ state: 'settled', fingerprint: 'f2', token: 'token-of-paid', created_at: paid, expires_at: paid + 900 },
      ...{ checked_at: paid, settled_at: paid, delivered_at: paid },
    }),
    prepareRow(db, 'help_threads', { number: 10_001, user_id: 901, key: 'form-0001' }),
    prepareRow(db, 'help_messages', { thread: 10_001, user_id: 901, key: 'form-0001' }),
    addLine(OPEN, 0),
    addLine(PAID, 1),
    prepareRow(db, 'sandbox_bills', {
      ...{ token: 'token-of-open', rial: 50_000, order_id: OPEN, created_at: now },
      callback_url: `http://localhost:${String(PORT)}/api/v1/payments/return/sandbox/${OPEN}`,
    }),
  ]);
}

async function dump(): Promise<Record<string, string[]>> {
  const proxy = await openState(STATE);
  try {
    return await dumpTables(proxy.env.DB);
  } finally {
    await proxy.dispose();
  }
}

test.describe.configure({ mode: 'serial' });

test('every file of src/pages has addresses here', () => {
  const files = globSync('src/pages/**/*.{astro,ts}').filter((file) => !file.includes('/_'));
  const names = files.map((file) => file.replace(/^src\/pages\/|\.(astro|ts)$/g, ''));
  expect(Object.keys(PAGES).sort()).toEqual(names.sort());
});

test('a link of another site changes nothing, whatever page it opens', async () => {
  test.setTimeout(300_000);
  const serve = (before: (db: D1Database) => Promise<unknown>) =>
    servePrepared({ port: PORT, stateDir: STATE, vars: { LISTS: 'on' } }, before);
  let before: Record<string, string[]> = {};
  const site = await serve(async (db) => {
    await prepare(db);
    before = await dumpTables(db);
  });
  const child = await kidsToken(signingKeys().current, { id: 'k'.repeat(22), on: true });
  const guest = '__Host-guest=0123456789abcdefghij';
  const visitorCookies: Record<Viewer, string> = {
    member: `__Host-session=${TOKEN}; signed_in=1; ${guest}; __Host-purchases=${PURCHASES}`,
    guest,
    child: `${guest}; ${KIDS_COOKIE}=${child}`,
  };
  const rendered: string[] = [];
  const helpless: string[] = [];
  const problems: string[] = [];
  try {
    const visits = VIEWERS.flatMap((viewer) =>
      (viewer === 'member' ? ['GET', 'HEAD'] : ['GET']).map((method) => ({ viewer, method })),
    );
    for (const path of [...Object.values(PAGES).flat(), ...OTHERS]) {
      for (const { viewer, method } of visits) {
        const headers = {
          host: `localhost:${String(PORT)}`,
          cookie: visitorCookies[viewer],
          accept: 'text/html',
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
          referer: 'https://evil.example/',
        };
        const { status, headers: answerHeaders, text } = await sendOverSocket(PORT, encodeURI(path), headers, method);
        if (status >= 500) problems.push(`${method} ${path}: ${String(status)}`);
        const cookies = (answerHeaders['set-cookie'] ?? []).filter((cookie) => !COOKIES.test(cookie));
        problems.push(...cookies.map((cookie) => `${method} ${path}: ${cookie}`));
        const isPage =
          answerHeaders['content-type']?.startsWith('text/html') === true && (status < 300 || status >= 400);
        if (!isPage || method !== 'GET') continue;
        rendered.push(`${viewer} ${String(status)} ${path}`);
        if (!isHelpful(viewer, path, text)) helpless.push(`${viewer} ${String(status)} ${path}`);
      }
    }
  } finally {
    await site.stop();
  }
  expect(problems).toEqual([]);
  // No page without a way to help, which knows the page; one that fails is a page, too.
  expect(helpless).toEqual([]);
  // Signed in, and known to the pages: else nothing would be proved.
  expect(rendered).toEqual(
    expect.arrayContaining([
      ...['member 200 /', 'member 200 /payments', 'member 200 /profile/settings', `member 200 /payments/${OPEN}`],
      ...[
        'member 200 /kids',
        'member 200 /profile/help/10001',
        'member 404 /payments/none',
        'member 404 /nothing-here',
      ],
      ...['guest 200 /', 'guest 404 /nothing-here', 'child 200 /kids', 'child 404 /nothing-here', 'child 200 /offline'],
    ]),
  );
  // A discount code in an address that is not valid costs a guess (platform/config/limits.ts), wherever the link was.
  const after = await dump();
  expect({ ...after, rate_limits: [] }).toEqual({ ...before, rate_limits: [] });
});

test('the result page of an open payment asks the bank, and writes down no more than that', async () => {
  test.setTimeout(300_000);
  let before: Record<string, string[]> = {};
  const site = await servePrepared({ port: PORT, stateDir: STATE, vars: {} }, async (db) => {
    await prepare(db);
    before = await dumpTables(db);
  });
  try {
    const headers = {
      host: `localhost:${String(PORT)}`,
      cookie: `__Host-session=${TOKEN}; signed_in=1`,
      'sec-fetch-site': 'cross-site',
    };
    expect((await sendOverSocket(PORT, `/callback?payment=${OPEN}`, headers)).status).toBe(200);
  } finally {
    await site.stop();
  }
  const after = await dump();
  // The bank's answer is written down once (payment_checks), with the time of the question.
  expect(after['payment_checks']).toEqual([expect.stringContaining('"kind":"inquiry","outcome":"waiting"')]);
  const without = (tables: Record<string, string[]>) => ({
    ...tables,
    payment_checks: [],
    payments: tables['payments']?.map((row) => row.replace(/"checked_at":\d+/, '')),
  });
  expect(without(after)).toEqual(without(before));
});
