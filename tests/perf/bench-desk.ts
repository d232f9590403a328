// npm run bench:desk [-- --people 10000] [--rounds 5]: the desk's lists in Chromium over so many people and payments, as
// the owner, beside the same screens without a row. On an idle machine; the load is printed.
import { mkdirSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { foldNames } from '../../src/features/accounts/server/name-words.ts';
import { openBindings } from '../../src/host/node/open-bindings.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { buildForNode } from '../../tools/lib/build.ts';
import { launchOptions } from '../../tools/lib/chromium.ts';
import { HOST_ENV, HOST_PROGRAM } from '../../tools/lib/host-program.ts';
import { DEMO_VARS } from '../../tools/lib/local-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { start, stop, stopChildrenOnExit, type Started } from '../../tools/lib/processes.ts';
import { command, problem, withProgress } from '../../tools/lib/progress.ts';
import { TEST_OPERATOR_TOKEN } from '../../tools/lib/test-server.ts';
import { addMember, enterDesk } from '../support/browser/desk.ts';
import { signIn } from '../support/browser/fixtures.ts';
import { KEY } from '../support/media/media.ts';
import { brotli, isText } from './compress.mjs';
import { quantile } from './search/measure.ts';

const PORT = Number(process.env['PORT'] ?? 4377);
const ORIGIN = `http://localhost:${String(PORT)}`;
const FOLDER = '.cache/node-desk';
const NODE = '--disable-warning=ExperimentalWarning';
const OWNER = '09120000901';
/** The bars of issue 36. */
const MAX_ROWS_MS = 100;
const MAX_FRAME_MS = 50;
const MAX_LOAD_KB = 250;
/** Above it other work of the machine is measured, too. */
const MAX_LOAD = 0.5;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
];
/** The first has rows, the second none: the page of its answer and the sum of its frames are the browser's own part. */
const SCREENS = [
  { name: 'people by name', path: '/desk/people?q=Bench', empty: '/desk/people?q=Nobody' },
  { name: 'payments', path: '/desk/payments', empty: '/desk/payments?state=reversed' },
];
const CALL = /\/api\/v1\/operator\/(accounts|newest-payments)/.source;
/** The time at which the list of an answer is painted: rows, or the words that there is none. */
const WATCH = `globalThis.painted = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.desk-table tbody tr, .desk-empty')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
})`;
/** Scrolls to the end and back by 60 px a frame; a list that does not scroll gives as many frames as a second has. */
const SCROLL = `new Promise((resolve) => {
  const frames = [];
  let [last, step] = [performance.now(), 60];
  const next = (now) => {
    frames.push(now - last);
    last = now;
    const at = scrollY;
    scrollBy({ top: step, behavior: 'instant' });
    if (scrollY === at && frames.length > 1) {
      if (step < 0 && frames.length >= 60) return resolve(frames.slice(1));
      step = -60;
    }
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

interface Look {
  rowsMs: number;
  rows: number;
  frames: number[];
}

async function prepare(people: number): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync('.cache', { recursive: true });
  let output = '';
  const { ended } = start('node', [NODE, 'scripts/seed.ts', '--data', FOLDER], {
    onOutput: (text) => (output += text),
  });
  if ((await withProgress('Seeding', () => ended)) !== 0) throw problem(`Seeding failed:\n${output.trim()}`);
  const db = new DatabaseSync(`${FOLDER}/site.db`);
  const now = Math.floor(Date.now() / 1000);
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(people)})
    INSERT INTO users (mobile, name, subscribed_until, ref, created_at)
    SELECT printf('0935%07d', i), 'Bench ' || i, ${String(now)} + i * 60, 0, ${String(now)} - i FROM n`);
  db.exec(`INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, referrer,
      commission, created_at, expires_at, checked_at)
    SELECT 'bench' || id, id, 'plan', 'failed', 'saman', 200000, 0, 20000, 220000, 'f', 0, 0, created_at, created_at, 0
    FROM users WHERE name LIKE 'Bench %'`);
  db.close();
  const { stores, close } = openBindings(FOLDER);
  // The schedule's work, 2,000 names a run.
  for (let runs = 0; runs <= people / 2000; runs += 1) await foldNames(openDatabase(stores.DB));
  await close();
}

async function serve(): Promise<Started> {
  const env = { ...DEMO_VARS, ...HOST_ENV, MEDIA_SIGNING_KEY: KEY, OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
  let output = '';
  return new Promise((resolve, reject) => {
    const child = start('node', [...HOST_PROGRAM, '--data', FOLDER, '--port', String(PORT)], {
      env,
      onOutput: (text) => {
        output += text;
        if (output.includes('"started"')) resolve(child);
      },
    });
    void child.ended.then(() => {
      reject(problem(`The server ended:\n${output}`));
    });
  });
}

async function enter(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: 'i18n_redirected', value: 'fa', url: ORIGIN }]);
  await signIn(context, OWNER, ORIGIN);
  const page = await context.newPage();
  await addMember(page, ORIGIN, { mobile: OWNER, name: 'bench', role: 'owner' });
  await page.goto(`${ORIGIN}/desk`);
  await enterDesk(page, 'fa');
  await page.getByRole('navigation').first().waitFor();
  await page.close();
}

/** From the last byte of the answer to the paint of its rows, and each frame of the way to the end of the list. */
async function look(context: BrowserContext, path: string, size: (typeof SIZES)[number]): Promise<Look> {
  const page = await context.newPage();
  try {
    await page.setViewportSize(size);
    await page.addInitScript(WATCH);
    await page.goto(ORIGIN + path);
    const rowsMs =
      await page.evaluate<number>(`globalThis.painted.then((at) => at - performance.getEntriesByType('resource')
      .findLast(({ name, responseEnd }) => new RegExp(${JSON.stringify(CALL)}).test(name) && responseEnd < at).responseEnd)`);
    const rows = await page.locator('.desk-table tbody tr').count();
    return { rowsMs, rows, frames: await page.evaluate<number[]>(SCROLL) };
  } finally {
    await page.close();
  }
}

/** Brotli kilobytes of all that a first visit loads. */
async function measureLoad(context: BrowserContext, path: string): Promise<number> {
  const state = await context.storageState();
  const fresh = await context.browser()?.newContext({ storageState: state });
  if (fresh === undefined) throw problem('The browser is gone.');
  const page: Page = await fresh.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    const size = async () => {
      const body = await response.body().catch(() => null);
      if (body === null) return 0;
      return isText(type) ? brotli(body).byteLength : body.byteLength;
    };
    sizes.push(size());
  });
  await page.goto(ORIGIN + path);
  await page.locator('.desk-table tbody tr').first().waitFor();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await fresh.close();
  return total / 1000;
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed');
const median = (values: number[]) => quantile(values, 0.5);

async function report(context: BrowserContext, rounds: number): Promise<void> {
  console.log('| List | rows | answer to rows ms | bar | | × empty | longest frame ms | bar | | × empty |');
  console.log(`|${' --- |'.repeat(10)}`);
  for (const { name, path, empty } of SCREENS) {
    for (const size of SIZES) {
      const [full, bare]: [Look[], Look[]] = [[], []];
      for (let round = 0; round <= rounds; round += 1) {
        const looks = [await look(context, path, size), await look(context, empty, size)] as const;
        // The first round warms up.
        if (round > 0) full.push(looks[0]);
        if (round > 0) bare.push(looks[1]);
      }
      const [rowsMs, bareMs] = [full, bare].map((looks) => median(looks.map((one) => one.rowsMs)));
      const [frame, bareFrame] = [full, bare].map((looks) => Math.max(...looks.flatMap((one) => one.frames)));
      const ratio = (value = 0, base = 1) => (value / base).toFixed(1);
      const cells = [
        ...[`${name}, ${String(size.width)} px`, String(full[0]?.rows ?? 0)],
        ...[
          (rowsMs ?? 0).toFixed(0),
          String(MAX_ROWS_MS),
          verdict((rowsMs ?? 0) <= MAX_ROWS_MS),
          ratio(rowsMs, bareMs),
        ],
        ...[(frame ?? 0).toFixed(1), String(MAX_FRAME_MS), verdict((frame ?? 0) <= MAX_FRAME_MS)],
        ratio(frame, bareFrame),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  console.log('\n| First load | brotli kB | bar | |\n| --- | --- | --- | --- |');
  for (const { name, path } of SCREENS) {
    const size = await measureLoad(context, path);
    console.log(`| ${name} | ${size.toFixed(0)} | ${String(MAX_LOAD_KB)} | ${verdict(size <= MAX_LOAD_KB)} |`);
  }
}

stopChildrenOnExit();
await command(async () => {
  const { values } = parseArgs({
    options: { people: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
  });
  await requireFreePort(PORT);
  await buildForNode();
  await prepare(Number(values.people));
  const load = loadavg()[0] ?? 0;
  const site = await serve();
  const browser = await chromium.launch(launchOptions());
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await enter(context);
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      `${date}, ${String(cpus().length)} cores, load ${load.toFixed(1)}${load > MAX_LOAD ? ' (not idle)' : ''}, ${values.people} people, ${values.rounds} rounds, Chromium ${browser.version()}\n`,
    );
    await report(context, Number(values.rounds));
  } finally {
    await browser.close();
    await stop(site);
  }
});
