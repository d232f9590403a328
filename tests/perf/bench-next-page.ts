// npm run bench:next: from a tap to the next page's largest paint, Back, and the bytes of a second title and of what
// loads ahead for nobody (issue 17). --bytes leaves the journeys out, --only home,list measures only these journeys.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command } from '../../tools/lib/progress.ts';
import { openTab, type ClosableTab } from '../support/browser/tab.ts';
import { startEdge } from './edge.mjs';
import { FLOOR_DIR, ensureFloor } from './floor.mjs';
import { SLOW_4G } from './profile.mjs';
import { writeToDocs } from './report.mjs';
import { openSite } from './site.mjs';

const RUNS = 5;
/** A pointer rests on a link for so long, in milliseconds: enough on Slow 4G to load a page ahead. */
const HOVER_MS = 2500;
const QUIET_MS = 1500;
/** A visitor reads for so long. */
const READ_MS = 10_000;
const FILM = 'main a[href^="/movie/"]:not([href*="#"])';
const NEXT = 'main a[rel=next]';
const JOURNEYS = [
  { name: 'home → film', from: '/', link: `.rail ${FILM.slice('main '.length)}` },
  { name: 'film → film', from: '/movie/52', link: `.rail ${FILM.slice('main '.length)}` },
  { name: 'list → page 2', from: '/casts/iranian-actors', link: NEXT },
  { name: 'search → film', from: '/search/نادر', link: FILM },
];
/** Two pages made by hand, without script: the browser's own part. Its first row has a rule that renders ahead. */
const FLOOR_RULE = { prerender: [{ urls: ['/title/'], eagerness: 'immediate' }] };
const LINK_FLOOR = `document.querySelector('.play').href = '/title/'`;
const FLOOR = { name: 'two floor pages', from: '/', link: '.play' };
const RENDER_FLOOR = `document.head.append(Object.assign(document.createElement('script'), {
  type: 'speculationrules', text: ${JSON.stringify(JSON.stringify(FLOOR_RULE))},
}))`;
const MODES = [
  { name: 'rendered ahead', bar: 300 },
  { name: 'loaded ahead', bar: 900 },
  { name: 'neither', bar: null },
] as const;
type Mode = (typeof MODES)[number]['name'];

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** A slow phone. Chromium reports this throttle as 3G, where the site loads nothing ahead. */
const AS_PHONE = `Object.defineProperties(navigator, {
  connection: { value: { effectiveType: '4g', saveData: false } },
  deviceMemory: { value: 4 },
})`;
/** Epoch milliseconds of the last largest paint. */
const LARGEST = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(performance.timeOrigin + list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;
const KEEP_TAP = `sessionStorage.setItem('from', location.href);
addEventListener('pointerup', () => sessionStorage.setItem('tap', Date.now()), { capture: true })`;
/** The address or the page behind it is another than that of the tap. */
const HAS_ARRIVED = `document.querySelector('main') && location.href !== sessionStorage.getItem('from')`;
/** When the page before is painted again. */
const KEEP_SHOWN = `addEventListener('pageshow', () => requestAnimationFrame(() => sessionStorage.setItem('shown', Date.now())))`;
type Edge = Awaited<ReturnType<typeof startEdge>>;
const toKilobytes = (responses: Edge['sent']) =>
  (responses.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1);

interface Run {
  paint: number;
  back: number;
}

interface Journey {
  name: string;
  from: string;
  link: string;
}

async function measure(edge: Edge, { from, link }: Journey, mode: Mode, change?: string): Promise<Run> {
  const tab = await openTab(edge.url, { args: [edge.trust], network: SLOW_4G });
  try {
    const cookies = [{ name: 'i18n_redirected', value: 'fa' }];
    await tab.setCookies(mode === 'neither' ? [...cookies, { name: 'save_data', value: '1' }] : cookies);
    await tab.prepare(AS_PHONE);
    await tab.goto(from);
    await wait(QUIET_MS);
    if (change !== undefined) await tab.read(`void (${change})`);
    await tab.read(KEEP_TAP);
    await tab.read(KEEP_SHOWN);
    if (mode === 'loaded ahead') {
      await tab.hover(link);
      await wait(HOVER_MS);
    }
    await tab.press(link);
    if (mode === 'rendered ahead') await tab.readAhead('1');
    await tab.release();
    await tab.until(`${HAS_ARRIVED} && sessionStorage.getItem('tap')`);
    await wait(QUIET_MS);
    const paint = await tab.read<number>(`${LARGEST}.then((at) => at - Number(sessionStorage.getItem('tap')))`);
    const back = await measureBack(tab, from);
    return { paint, back };
  } finally {
    await tab.close();
  }
}

/** Milliseconds from `history.back()` until the page before is shown. */
async function measureBack(tab: ClosableTab, path: string): Promise<number> {
  await tab.read(`sessionStorage.setItem('back', Date.now())`);
  await tab.back();
  await tab.until(`decodeURI(location.pathname) === ${JSON.stringify(path)} && sessionStorage.getItem('shown')`);
  return tab.read<number>(`Number(sessionStorage.getItem('shown')) - Number(sessionStorage.getItem('back'))`);
}

const median = (values: number[]) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN);

/** Pages that idle time loads ahead (spec 1.14): their requests pass the service worker and say no purpose. */
const CATALOGUE = /^\/(movie|series|episode|video|cast)\/\d+$/;

/** Bodies as the edge sends them; the service worker and the page it keeps come once per build. */
async function measureBytes(edge: Edge): Promise<string[]> {
  const tab = await openTab(edge.url, { args: [edge.trust] });
  try {
    await tab.setCookies([{ name: 'i18n_redirected', value: 'fa' }]);
    const rows = [];
    for (const [name, path] of [
      ['film, first page', '/movie/52'],
      ['film, second page', '/movie/35'],
      ['film, third page', '/movie/39'],
    ] as const) {
      const before = edge.sent.length;
      await tab.goto(path);
      await wait(READ_MS);
      const responses = edge.sent.slice(before);
      const pictures = responses.filter((one) => one.path.startsWith('/media/'));
      const background = responses.filter((one) => /^\/(sw\.js|offline)/.test(one.path));
      const ahead = responses.filter((one) => CATALOGUE.test(one.path) && one.path !== path);
      const page = responses.filter((one) => ![...pictures, ...background, ...ahead].includes(one));
      rows.push(`| ${[name, ...[page, pictures, background, ahead].map(toKilobytes)].join(' | ')} |`);
    }
    return rows;
  } finally {
    await tab.close();
  }
}

/** A visitor who taps nothing: who reads for ten seconds, and whose pointer rests on three titles as well. */
async function measureAhead(edge: Edge): Promise<string[]> {
  const rows = [];
  for (const [name, cookies] of [
    ['all', []],
    ['data saver', [{ name: 'save_data', value: '1' }]],
  ] as const) {
    for (const [scenario, rests] of [
      ['reads home', 0],
      ['and rests on three titles', 3],
    ] as const) {
      const before = edge.sent.length;
      const tab = await openTab(edge.url, { args: [edge.trust] });
      try {
        await tab.setCookies([{ name: 'i18n_redirected', value: 'fa' }, ...cookies]);
        await tab.prepare(AS_PHONE);
        await tab.goto('/');
        await wait(rests === 0 ? READ_MS : QUIET_MS);
        for (let at = 1; at <= rests; at += 1) {
          await tab.hover(`.rail :nth-child(${String(at)}) > ${FILM.slice('main '.length)}`);
          await wait(HOVER_MS);
        }
      } finally {
        await tab.close();
      }
      const ahead = edge.sent.slice(before).filter(({ isAhead }) => isAhead);
      rows.push(`| ${scenario}, ${name} | ${String(ahead.length)} | ${toKilobytes(ahead)} |`);
    }
  }
  return rows;
}

/** The result so far. Each row is written as soon as it is there, so that an interruption loses none. */
class Report {
  readonly #journeys: string[] = [];
  readonly #bytes: string[] = [];
  readonly #ahead: string[] = [];
  readonly #head: string;
  readonly #isWritten: boolean;

  constructor(command: string, isWritten: boolean) {
    this.#isWritten = isWritten;
    const date = new Date().toISOString().slice(0, 10);
    const machine = `${String(cpus().length)} cores (${cpus()[0]?.model.trim() ?? ''}), load ${(loadavg()[0] ?? 0).toFixed(1)}`;
    this.#head = `${date}, ${machine}, Slow 4G and a CPU four times slower, medians of ${String(RUNS)}: \`${command}\``;
  }

  addJourney(row: string): void {
    this.#add(this.#journeys, [row]);
  }

  addBytes(rows: string[]): void {
    this.#add(this.#bytes, rows);
  }

  addAhead(rows: string[]): void {
    this.#add(this.#ahead, rows);
  }

  toMarkdown(): string {
    const tables = [
      ['| Journey | The next page was | tap to LCP ms | bar ms | | Back ms |', this.#journeys],
      ['| Bytes on the wire, kB | page | pictures | service worker | loaded ahead |', this.#bytes],
      ['| Loaded ahead for a visitor who taps nothing | requests | kB |', this.#ahead],
    ] as const;
    const filled = tables.filter(([, rows]) => rows.length > 0);
    return [this.#head, ...filled.map(([head, rows]) => toTable(head, rows))].join('\n\n');
  }

  #add(table: string[], rows: string[]): void {
    table.push(...rows);
    rows.forEach((row) => {
      console.log(row);
    });
    if (this.#isWritten) writeToDocs(this.toMarkdown(), 'next');
  }
}

function toTable(head: string, rows: readonly string[]): string {
  const columns = head.split('|').length - 2;
  return [head, `|${' --- |'.repeat(columns)}`, ...rows].join('\n');
}

async function addFloor(report: Report): Promise<void> {
  await ensureFloor();
  const floor = await startEdge({ folder: FLOOR_DIR });
  try {
    await addRow(report, FLOOR.name, 'rendered ahead', null, () =>
      measure(floor, FLOOR, 'rendered ahead', `${LINK_FLOOR}, ${RENDER_FLOOR}`),
    );
    await addRow(report, FLOOR.name, 'neither', null, () => measure(floor, FLOOR, 'neither', LINK_FLOOR));
  } finally {
    await floor.close();
  }
}

async function measureJourneys(edge: Edge, report: Report, names: string[] | null): Promise<void> {
  for (const journey of JOURNEYS.filter(({ name }) => names?.some((part) => name.startsWith(part)) ?? true))
    for (const { name, bar } of MODES)
      await addRow(report, journey.name, name, bar, () => measure(edge, journey, name));
}

async function addRow(
  report: Report,
  journey: string,
  mode: Mode,
  bar: number | null,
  runOnce: () => Promise<Run>,
): Promise<void> {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce());
  const paint = median(runs.map((one) => one.paint));
  const back = median(runs.map((one) => one.back));
  const verdict = bar === null ? '' : paint <= bar ? 'met' : 'missed';
  report.addJourney(`| ${[journey, mode, String(paint), String(bar ?? ''), verdict, String(back)].join(' | ')} |`);
}

stopChildrenOnExit();
await command(async () => {
  const { values } = parseArgs({
    options: { bytes: { type: 'boolean' }, only: { type: 'string' }, write: { type: 'boolean' } },
  });
  const names = values.only?.split(',') ?? null;
  const report = new Report(
    `npm run bench:next${values.only === undefined ? '' : ` -- --only ${values.only}`}`,
    values.write === true,
  );
  const site = await openSite();
  const edge = await startEdge({ upstream: site.url });
  try {
    if (!values.bytes) {
      await addFloor(report);
      await measureJourneys(edge, report, names);
    }
    if (names === null) {
      report.addBytes(await measureBytes(edge));
      report.addAhead(await measureAhead(edge));
    }
  } finally {
    await edge.close();
    await site.stop();
  }
});
