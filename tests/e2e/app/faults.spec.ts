// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'valibot';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { LOCALES } from '../../support/browser/fixtures.ts';
import { text } from '../../support/browser/texts.ts';
import { FREE, play } from '../../support/browser/watching.ts';
import { servePrepared, sessionRow, userRow } from '../../support/site/prepared-site.ts';
import { requestOnce } from '../../support/browser/request-once.ts';
import { TOKEN, buildFaultRequests, type Ask, type Group } from '../../support/faults/fault-requests.ts';

/**
 * The fault matrix (issue 14, part 4): every part × how it fails × every kind of page and every call, against the built
 * Worker, whose parts tests/support/faults/faulty-worker.mjs breaks for one request at a time.
 */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 500;
const SITE = `http://localhost:${String(PORT)}`;
const DOCUMENT = 'docs/reliability.md';
const SAVE = '/api/v1/my/progress';
const VIEWER = 'a-token-of-the-fault-viewer-0123456789';
const [BEGIN, END] = [
  '<!-- fault matrix: written by tests/e2e/app/faults.spec.ts -->',
  '<!-- end of the fault matrix -->',
];

type Fault = 'fail' | 'slow' | 'half';
const ALL: Group[] = ['kept pages', 'new pages', 'personal pages', 'forms', 'calls', 'media', 'bank’s return', 'files'];
/** Groups that ask each part; the others never do. */
const PARTS: Record<string, Group[]> = {
  DB: ALL,
  KV: ['kept pages', 'new pages', 'personal pages', 'files'],
  cache: ['kept pages', 'new pages', 'media', 'files'],
  R2: ['kept pages', 'new pages', 'media', 'calls'],
  Images: ['media'],
  room: ['calls'],
  progress: ['personal pages', 'calls'],
  SMS: ['forms', 'calls'],
  bank: ['personal pages', 'forms', 'calls', 'bank’s return'],
  provider: ['kept pages', 'new pages', 'personal pages', 'forms', 'calls'],
};
/** Requests at once: the slow ones wait, the others work. */
const LANES = { fail: 6, slow: 24, half: 6 };

let site: Awaited<ReturnType<typeof servePrepared>>;
let requests: Record<Group, Ask[]>;
const keptPages = new Map<string, string>();

const request = (one: Ask, extra: Record<string, string> = {}) => requestOnce(SITE, one, extra);

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const options = {
    port: PORT,
    stateDir: '.wrangler/faults-state',
    vars: { LISTS: 'on' },
    wrapper: resolve('tests/support/faults/faulty-worker.mjs'),
  };
  let image = '';
  site = await servePrepared(options, async (db) => {
    // The demo's comments have writers of their own, from 1.
    await userRow(db, 901, '09120000000').run();
    await sessionRow(db, 901, TOKEN, { browser: 'Chrome', system: 'Android', daysAgo: 0 }).run();
    // Watches: the matrix changes the other's player settings.
    await userRow(db, 902, '09120000001').run();
    await sessionRow(db, 902, VIEWER, { browser: 'Chrome', system: 'Android', daysAgo: 0 }).run();
    // eslint-disable-next-line playwright/no-useless-await -- first() of D1 returns a promise.
    const row = await db.prepare('SELECT art FROM titles WHERE id = 52').first<{ art: string }>();
    image = `${row?.art ?? ''}/240`;
  });
  const begun = await request(
    buildFaultRequests(SITE, 'x', image, '/').calls.find(({ path }) => path.includes('charge_wallet')) ?? { path: '/' },
  );
  const { data } = await begun.json<{ data: { payment_id: string } }>();
  const film = await (await request({ path: '/movie/52' })).text();
  const ogImage = /og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(film)?.[1] ?? '';
  requests = buildFaultRequests(SITE, data.payment_id, image, ogImage);
  // Answers of the healthy site; the kept pages are kept now.
  for (const { path } of requests['kept pages']) {
    await request({ path });
    const answer = await request({ path });
    expect(answer.headers.get('server-timing'), path).toMatch(/cache;desc="(hit|stale)"/);
    keptPages.set(path, findPageTitle(await answer.text()));
  }
});

test.afterAll(() => site.stop());

/** The kind of an answer in a word, or its fault. */
async function judge(
  group: Group,
  { path }: Ask,
  response: Response,
): Promise<{ answer: string; wrong: string | null }> {
  const { status, headers } = response;
  const text = await response.text();
  const type = headers.get('content-type') ?? '';
  const wrong = (reason: string) => ({ answer: String(status), wrong: `${String(status)} ${path}: ${reason}` });
  if (status === 599) return wrong(text.slice(0, 300));
  if (group === 'kept pages' && (status !== 200 || findPageTitle(text) !== keptPages.get(path)))
    return wrong('the kept page is lost');
  if (group === 'bank’s return' && (status !== 303 || !headers.get('location')?.includes('/callback')))
    return wrong('does not lead to the result');
  if (headers.getSetCookie().some((one) => /^__Host-session=;/.test(one)) && path !== '/api/v1/logout')
    return wrong('the visitor is signed out');
  if (status < 400) return { answer: String(status), wrong: null };
  // A fragment for a script, which reads its status.
  if (
    path !== '/continue' &&
    type.startsWith('text/html') &&
    !/(<html[^>]* lang="fa"[\s\S]*(<h1|role="alert")[\s\S]*<a )|^<div class="empty" role="alert"/.test(text.trim())
  )
    return wrong('no page');
  if (type.includes('json') && !/"message_fa":".*[آ-ی]/.test(text))
    return wrong(`no designed JSON: ${text.slice(0, 80)}`);
  if (type === '' && status >= 500) return wrong('an empty answer');
  if (status >= 500 && !/no-store/.test(headers.get('cache-control') ?? '')) return wrong('an error that may be kept');
  return { answer: String(status), wrong: null };
}

const findPageTitle = (html: string) => /<title>[^<]+<\/title>/.exec(html)?.[0] ?? '';

let visitors = 0;
/** An address of its own for each request, for the limits by address. */
function newVisitor(): Record<string, string> {
  visitors += 1;
  return {
    'cf-connecting-ip': `10.${String(visitors >> 16)}.${String((visitors >> 8) & 255)}.${String(visitors & 255)}`,
  };
}

/** The same request by a gateway that asks a bank, and with a mobile that no code was sent to. */
function ofPart(one: Ask, part: string): Ask {
  const body = one.init?.body;
  if (part !== 'bank' && part !== 'SMS') return one;
  const change = (text: string) =>
    text
      .replace('sandbox', part === 'bank' ? 'zibal' : 'sandbox')
      .replace(/0912\d{7}/, `0913${String(1_000_000 + visitors)}`);
  return { path: change(one.path), init: { ...one.init, ...(typeof body === 'string' && { body: change(body) }) } };
}

async function inLanes<T>(list: readonly T[], lanes: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

test('every part, however it fails, leaves every door with a designed answer, and kept pages stay', async () => {
  // Against what hangs: it takes a busy machine six minutes.
  test.setTimeout(900_000);
  const wrong: string[] = [];
  /** How often a part was asked while it was broken. */
  const met = new Map<string, number>();
  const requestBroken = async (part: string, fault: Fault, group: Group, one: Ask) => {
    const response = await request(ofPart(one, part), { 'x-fault': `${part}=${fault}`, ...newVisitor() });
    const times = Number(response.headers.get('x-asked'));
    met.set(part, (met.get(part) ?? 0) + times);
    const judged = await judge(group, one, response);
    if (judged.wrong !== null) wrong.push(`${part} ${fault}: ${judged.wrong}`);
    return { ...judged, times };
  };
  const answerRow = async (part: string, fault: Fault) => {
    // KV's answer is remembered for 5 s: a quick machine would never ask it while it is broken.
    const [page] = requests['kept pages'];
    if (part === 'KV' && page) {
      const countAsked = () => requestBroken(part, fault, 'kept pages', page).then(({ times }) => times);
      await expect.poll(countAsked).toBeGreaterThan(0);
    }
    const cells = await Promise.all(
      ALL.map(async (group) => {
        if (!PARTS[part]?.includes(group)) return '·';
        const answers = new Set<string>();
        await inLanes(requests[group], LANES[fault], async (one) => {
          answers.add((await requestBroken(part, fault, group, one)).answer);
        });
        return [...answers].sort().join(' ');
      }),
    );
    return `| ${[part, fault, ...cells].join(' | ')} |`;
  };
  const parts = Object.keys(PARTS);
  const rows: string[] = [];
  for (const fault of ['fail', 'half'] as const) for (const part of parts) rows.push(await answerRow(part, fault));
  // They wait, so they wait together; KV alone, or others' requests ask it whenever its memory has run out.
  rows.push(await answerRow('KV', 'slow'));
  rows.push(...(await Promise.all(parts.filter((part) => part !== 'KV').map((part) => answerRow(part, 'slow')))));
  rows.sort((a, b) => parts.indexOf(a.split(' ')[1] ?? '') - parts.indexOf(b.split(' ')[1] ?? ''));
  const unhandled = await (await request({ path: '/__unhandled' })).json();
  const head = [['part', 'fault', ...ALL], Array(ALL.length + 2).fill('---')].map((row) => `| ${row.join(' | ')} |`);
  const table = [...head, ...rows].join('\n');
  if (process.env['WRITE_MATRIX'] === '1') writeMatrix(table);
  const written = readFileSync(DOCUMENT, 'utf8');
  for (const row of rows) expect(written).toContain(row.split(' | ').slice(0, 2).join(' | '));
  expect(parts.filter((part) => !met.get(part))).toEqual([]);
  expect(wrong).toEqual([]);
  expect(unhandled).toEqual([]);
});

function writeMatrix(table: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1] ?? ''}`);
}

for (const locale of LOCALES) {
  test(`a page with D1 failing is a 503 with the site’s page, and a call its JSON (${locale})`, async () => {
    const pages = ['/', '/movie/57', '/movie', '/movie?page=2', `/search/${locale}b`, '/cast/10186', '/series/202'];
    const calls = ['/api/v1/titles/movie/57', `/api/v1/search?query=${locale}`];
    for (const path of [...pages, ...calls]) {
      const headers = { cookie: `i18n_redirected=${locale}`, accept: 'text/html', 'x-cold': '1', 'x-fault': 'DB=fail' };
      const answer = await request({ path, init: { headers: { ...headers, ...newVisitor() } } });
      const body = await answer.text();
      const { status } = answer;
      const [wait, cacheControl] = ['retry-after', 'cache-control'].map((name) => answer.headers.get(name));
      expect([path, status, wait, /no-store/.test(cacheControl ?? '')]).toEqual([path, 503, '5', true]);
      // Its own words in the visitor's language, and neither a stack nor the database's.
      const isDesigned =
        calls.includes(path) || new RegExp(`^<!doctype html><html lang="${locale}"[^]*<h1`, 'i').test(body);
      const hasWords = body.includes(text(locale, 'error_unavailable'));
      const leak = /Network connection lost|D1_|SQLITE|\.[mt]s:\d/.exec(body)?.[0];
      expect([path, isDesigned, hasWords, leak]).toEqual([path, true, true, undefined]);
    }
  });

  test(`a place that its object does not take is kept in the browser, and sent once it does (${locale})`, async ({
    browser,
  }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: SITE, serviceWorkers: 'block' });
    const cookies = { '__Host-session': VIEWER, signed_in: '1', i18n_redirected: locale };
    const shared = { domain: 'localhost', path: '/', secure: true };
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, ...shared })));
    const page = await context.newPage();
    const readUnsent = () =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((key) => {
          if (!key.startsWith('progress:own:')) return false;
          return Boolean((JSON.parse(localStorage.getItem(key) ?? '{}') as { unsent?: unknown }).unsent);
        }),
      );
    for (const fault of ['fail', 'slow', 'half']) {
      await context.setExtraHTTPHeaders({ 'x-fault': `progress=${fault}`, ...newVisitor() });
      await play(page, FREE);
      const refused = page.waitForResponse((answer) => answer.url().includes(SAVE) && answer.status() === 503);
      await page.keyboard.press('k');
      const { message, message_fa } = (await (await refused).json()) as Record<string, string>;
      expect([message, message_fa]).toEqual([text('en', 'error_unavailable'), text('fa', 'error_unavailable')]);
      expect(await readUnsent()).toHaveLength(1);
      // The rows of one's own are missing, and nothing else of the page.
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      expect(await readUnsent()).toHaveLength(1);
    }
    await context.setExtraHTTPHeaders(newVisitor());
    await play(page, FREE);
    await expect.poll(readUnsent).toEqual([]);
    // The server has it for another browser of the account.
    const data = { id: Number(FREE.split('/').at(-1)), type: 'movie' };
    const cart = await context.request.post(`/api/v1${getCart.path}`, { data, headers: { origin: SITE } });
    const { play: cartPlay } = parse(getCart.output, await cart.json()).data.data;
    expect(cartPlay?.progress?.points.length).toBeGreaterThan(0);
    await context.close();
  });
}

/** Every page that takes a form, and what a broken or hostile client may send to it. */
const FORM_PAGES = [
  ...['/locale', '/login', '/kids', '/profile/settings', '/profile/list/later', '/plan/1', '/movie/52', '/download'],
  ...['/continue', '/series/201', '/episode/1001', '/dev/gateway/abc', '/callback', '/', '/search', '/logout'],
];
const JUNK = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
const BODIES: [string | null, string | undefined][] = [
  [null, undefined],
  [null, 'a=b'],
  ['text/plain', 'a=b'],
  ['application/json', '{"a":'],
  ['application/x-www-form-urlencoded', '%zz=%ff&%=&&=&a'],
  ['application/x-www-form-urlencoded', 'id=\u0000&action=\u0000&pin=\u0000&mobile=\u0000&locale=\u0000'],
  ['application/x-www-form-urlencoded', 'x'.repeat(1_000_000)],
  ['multipart/form-data', JUNK],
  ['multipart/form-data; boundary=x', JUNK],
  ['multipart/form-data; boundary=x', `${JUNK}${'y'.repeat(1_000_000)}\r\n--x--`],
  ['multipart/form-data; boundary=', '\u0000\u0001'],
  ['nonsense', 'a=b'],
];

test('every form page answers every body by design: a status below 500, and a page or a redirect', async () => {
  test.setTimeout(200_000);
  const wrong: string[] = [];
  const list = FORM_PAGES.flatMap((path) => BODIES.map(([type, body], at) => ({ path, type, body, at })));
  await inLanes(list, 6, async ({ path, type, body, at }) => {
    for (const cookie of path === '/logout' ? ['a=b'] : ['a=b', `__Host-session=${TOKEN}`]) {
      const headers = { origin: SITE, cookie, ...(type !== null && { 'content-type': type }) };
      const response = await request({ path, init: { method: 'POST', headers, ...(body !== undefined && { body }) } });
      const { status } = response;
      const isLarge = (body?.length ?? 0) > 100_000;
      const isDesigned = isLarge ? status === 413 : status < 500;
      if (!isDesigned)
        wrong.push(`${String(status)} ${path} body ${String(at)}: ${(await response.text()).slice(0, 120)}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(await (await request({ path: '/__unhandled' })).json()).toEqual([]);
});
