// npm run bench:play: from a tap on Play to the first presented frame, on slow networks (issue 18, section 2).
import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { BEGINS_BY_ITSELF, launchOptions } from '../../scripts/lib/chromium.ts';
import { stopChildrenOnExit } from '../../scripts/lib/processes.ts';
import { command } from '../../scripts/lib/progress.ts';
import { requirePrograms } from '../../scripts/lib/system.ts';
import { watchPlaying } from './playing.mjs';
import { writeToDocs } from './report.mjs';
import { openSite } from './site.mjs';

const TITLE = '/movie/10';
const RUNS = 3;
/** As Chromium throttles: milliseconds before each answer, and kilobits per second. */
const SLOW_4G = { name: 'Slow 4G (150 ms, 1.6 Mbit/s)', latency: 150, down: 1638, up: 750 };
const KBPS_700 = { name: '700 kbit/s (150 ms)', latency: 150, down: 700, up: 300 };
const KBPS_300 = { name: '300 kbit/s (150 ms)', latency: 150, down: 300, up: 300 };
const CASES = [
  { network: SLOW_4G, engine: 'own', bar: 1600 },
  { network: SLOW_4G, engine: 'native', bar: 1600 },
  { network: KBPS_700, engine: 'own', bar: 3200 },
  { network: KBPS_700, engine: 'native', bar: 3200 },
];
const WATCHED_MS = 30_000;
/** A page is loaded when nothing has come for so long, in milliseconds. */
const QUIET_MS = 1000;

stopChildrenOnExit();
await command(async () => {
  requirePrograms('Chromium');
  const site = await openSite();
  const browser = await chromium.launch(launchOptions([BEGINS_BY_ITSELF]));
  try {
    await start(browser, site.url, { ...CASES[0], network: { latency: 0, down: 100_000, up: 100_000 } });
    const rows = [];
    for (const one of CASES) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await start(browser, site.url, one));
      runs.sort((a, b) => a.first - b.first);
      const middle = runs[Math.floor(RUNS / 2)];
      rows.push({ ...one, ...middle, ok: middle.first <= one.bar });
      console.log(`  ${one.network.name}, ${one.engine}: ${Math.round(middle.first)} ms`);
    }
    const steady = await start(browser, site.url, {
      network: KBPS_300,
      engine: 'own',
      height: 240,
      watch: WATCHED_MS,
    });
    const saving = await start(browser, site.url, { network: SLOW_4G, engine: 'own', saves: true, watch: 15_000 });
    const text = report(rows, steady, saving, browser.version());
    console.log(`\n${text}`);
    if (process.argv.includes('--write')) writeToDocs(text, 'play');
    if (!rows.every(({ ok }) => ok) || steady.stalls > 0 || saving.tallest > 360) process.exitCode = 1;
  } finally {
    await browser.close();
    await site.stop();
  }
});

/** Runs in the page. */
function isQuiet(milliseconds) {
  const ends = performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd);
  return performance.now() - Math.max(...ends) > milliseconds;
}

/** Presses Play on a loaded title page in a new browser context, and tells what came of it. */
async function start(browser, origin, { network, engine, height = null, saves = false, watch = 0 }) {
  // The service worker's own requests would be neither throttled nor counted.
  const phone = { viewport: { width: 412, height: 823 }, hasTouch: true };
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPlaying, { native: engine === 'native', height, saves });
    const bytes = { script: 0, media: 0 };
    let tallest = 0;
    let tapped = false;
    const types = new Map();
    const session = await context.newCDPSession(page);
    session.on('Network.responseReceived', ({ requestId, type, response }) =>
      types.set(requestId, { type, url: response.url }),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const { type, url } = types.get(requestId) ?? { url: '' };
      const match = /\/(\d+)p\/[^/]+\.(m4s|mp4)$/.exec(url);
      if (match) tallest = Math.max(tallest, Number(match[1]));
      if (!tapped) return;
      if (type === 'Script') bytes.script += encodedDataLength;
      if (url.includes('/media/v/')) bytes.media += encodedDataLength;
    });
    await session.send('Network.enable');
    const { latency, down, up } = network;
    const throughput = { downloadThroughput: (down * 1000) / 8, uploadThroughput: (up * 1000) / 8 };
    // From the page's own load on, by which the browser knows its network.
    await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
    await page.goto(origin + TITLE, { waitUntil: 'load' });
    await page.waitForFunction(isQuiet, QUIET_MS);
    tapped = true;
    await page.locator('main [data-modal=player]').first().tap();
    await page.waitForFunction(() => globalThis.__playing?.first !== null, null, { timeout: 60_000, polling: 100 });
    const first = await page.evaluate(() => globalThis.__playing.first);
    const atFirst = { ...bytes };
    if (watch > 0)
      await page.waitForFunction(
        (end) => performance.now() >= end,
        await page.evaluate((ms) => performance.now() + ms, watch),
        { timeout: watch * 2 },
      );
    const { stalls, at } = await page.evaluate(() => globalThis.__playing);
    return { first, script: atFirst.script, media: atFirst.media, stalls, at, tallest };
  } finally {
    await context.close();
  }
}

function report(rows, steady, saving, version) {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores (${cpus()[0].model.trim()}), load ${loadavg()[0].toFixed(1)}`;
  const kB = (bytes) => (bytes / 1000).toFixed(0);
  return [
    `${date}, ${machine}, Chromium ${version}, medians of ${RUNS}: \`npm run bench:play\``,
    '',
    '| Network | Engine | tap to first frame ms | bar ms | | code kB | media kB by then |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ network, engine, first, bar, ok, script, media }) =>
        `| ${network.name} | ${engine} | ${Math.round(first)} | ${bar} | ${ok ? 'met' : 'missed'} | ${kB(script)} | ${kB(media)} |`,
    ),
    '',
    `240p over ${KBPS_300.name} for ${WATCHED_MS / 1000} s: ${steady.stalls} pauses to load, at ${steady.at.toFixed(1)} s in the end.`,
    `With Save-Data the tallest rendition fetched was ${saving.tallest}p.`,
  ].join('\n');
}
