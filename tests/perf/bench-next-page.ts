// npm run bench:next: from a tap to the next page's largest paint, Back, and the bytes of a second title (issue 17).
import { cpus, loadavg } from 'node:os';
import { stopChildrenOnExit } from '../../scripts/lib/processes.ts';
import { command } from '../../scripts/lib/progress.ts';
import { openTab, type ClosableTab } from '../support/tab.ts';
import { startEdge } from './edge.mjs';
import { SLOW_4G } from './profile.mjs';
import { writeToDocs } from './report.mjs';
import { openSite } from './site.mjs';

const RUNS = 5;
/** A pointer rests on a link for so long, in milliseconds: enough on Slow 4G to load a page ahead. */
const REST_MS = 2500;
const QUIET_MS = 1500;
const FILM = 'main a[href^="/movie/"]:not([href*="#"])';
const JOURNEYS = [
  { name: 'home → film', from: '/', link: `.rail ${FILM.slice('main '.length)}` },
  { name: 'film → film', from: '/movie/52', link: `.rail ${FILM.slice('main '.length)}` },
  { name: 'search → film', from: '/search/نادر', link: FILM },
];
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
const KEEP_TAP = `addEventListener('pointerup', () => sessionStorage.setItem('tap', Date.now()), { capture: true })`;
/** When the page before is painted again. */
const KEEP_SHOWN = `addEventListener('pageshow', () => requestAnimationFrame(() => sessionStorage.setItem('shown', Date.now())))`;
/** Bytes on the wire by kind: the document and its scripts, styles and fonts; and pictures. */
const BYTES = `performance.getEntries().reduce((sums, { entryType, initiatorType, transferSize, name }) => {
  if (entryType === 'navigation' || entryType === 'resource')
    sums[name.includes('/media/') ? 'pictures' : 'page'] += transferSize;
  return sums;
}, { page: 0, pictures: 0 })`;

interface Run {
  paint: number;
  back: number;
}

async function measure(origin: string, { from, link }: { from: string; link: string }, mode: Mode): Promise<Run> {
  const tab = await openTab(origin, { args: ['--ignore-certificate-errors'], network: SLOW_4G });
  try {
    const cookies = [{ name: 'i18n_redirected', value: 'fa' }];
    await tab.setCookies(mode === 'neither' ? [...cookies, { name: 'save_data', value: '1' }] : cookies);
    await tab.prepare(AS_PHONE);
    await tab.goto(from);
    await wait(QUIET_MS);
    await tab.read(KEEP_TAP);
    await tab.read(KEEP_SHOWN);
    if (mode === 'loaded ahead') {
      await tab.hover(link);
      await wait(REST_MS);
    }
    await tab.press(link);
    if (mode === 'rendered ahead') await tab.readAhead('1');
    await tab.release();
    await tab.until(`document.querySelector('.title-hero') && sessionStorage.getItem('tap')`);
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

async function measureBytes(origin: string): Promise<string[]> {
  const tab = await openTab(origin, { args: ['--ignore-certificate-errors'] });
  try {
    await tab.setCookies([{ name: 'i18n_redirected', value: 'fa' }]);
    // A document that passes through the service worker has no size of its own.
    await tab.prepare('delete Navigator.prototype.serviceWorker');
    const rows = [];
    for (const [name, path] of [
      ['film, first page', '/movie/52'],
      ['film, second page', '/movie/35'],
    ]) {
      await tab.goto(path ?? '/');
      await wait(QUIET_MS);
      const { page, pictures } = await tab.read<{ page: number; pictures: number }>(BYTES);
      rows.push(`| ${name} | ${(page / 1000).toFixed(1)} | ${(pictures / 1000).toFixed(1)} |`);
    }
    return rows;
  } finally {
    await tab.close();
  }
}

stopChildrenOnExit();
await command(async () => {
  const site = await openSite();
  const edge = await startEdge({ upstream: site.url });
  try {
    const rows = [];
    for (const journey of JOURNEYS) {
      for (const { name, bar } of MODES) {
        const runs = [];
        for (let run = 0; run < RUNS; run += 1) runs.push(await measure(edge.url, journey, name));
        const paint = median(runs.map((one) => one.paint));
        const back = median(runs.map((one) => one.back));
        const verdict = bar === null ? '' : paint <= bar ? 'met' : 'missed';
        rows.push(
          `| ${journey.name} | ${name} | ${String(paint)} | ${String(bar ?? '')} | ${verdict} | ${String(back)} |`,
        );
        console.log(rows.at(-1));
      }
    }
    const date = new Date().toISOString().slice(0, 10);
    const text = [
      `${date}, ${String(cpus().length)} cores (${cpus()[0]?.model.trim() ?? ''}), load ${(loadavg()[0] ?? 0).toFixed(1)}, Slow 4G and a CPU four times slower, medians of ${String(RUNS)}: \`npm run bench:next\``,
      '',
      '| Journey | The next page was | tap to LCP ms | bar ms | | Back ms |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows,
      '',
      '| Bytes on the wire, kB | page | pictures |',
      '| --- | --- | --- |',
      ...(await measureBytes(edge.url)),
    ].join('\n');
    console.log(`\n${text}`);
    if (process.argv.includes('--write')) writeToDocs(text, 'next');
  } finally {
    await edge.close();
    await site.stop();
  }
});
