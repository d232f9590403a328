/* global document, HTMLInputElement, Event */
// node tests/perf/watch-party.mjs [minutes]: two throttled browsers in one room, and how far they are apart.
import { setTimeout as wait } from 'node:timers/promises';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command } from '../../tools/lib/progress.ts';
import { launch, openSite, readVideo } from './live-site.mjs';
import { quantile } from './server-load.mjs';

const PORT = 4379;
const MINUTES = Number(process.argv[2] ?? 5);
const ROUND_MS = 25_000;
/** After a seek both have this long to load and to come together before they are compared, in milliseconds. */
const SETTLE_MS = 5_000;
const LOOK_MS = 500;
/** The limit of the issue, in seconds. */
const APART = 0.5;
const kbps = (rate) => (rate * 1000) / 8;
const NETWORKS = [
  { latency: 150, downloadThroughput: kbps(1475), uploadThroughput: kbps(675), offline: false },
  { latency: 400, downloadThroughput: kbps(700), uploadThroughput: kbps(256), offline: false },
];

stopChildrenOnExit();
await command(async () => {
  const server = await openSite(PORT);
  const browsers = [await launch(), await launch()];
  try {
    const pages = [];
    for (const [at, browser] of browsers.entries()) pages.push(await throttled(browser, NETWORKS[at]));
    const [one, other] = pages;
    await one.goto(`http://localhost:${PORT}/movie/10#play`, { waitUntil: 'commit' });
    await one.locator('video').waitFor({ state: 'attached', timeout: 120_000 });
    await one.getByRole('button', { name: 'تماشای گروهی' }).click();
    const panel = one.getByRole('region', { name: 'تماشای گروهی' });
    await panel.getByRole('button', { name: 'ساختن اتاق' }).click();
    const link = await panel.getByLabel('پیوند اتاق').inputValue();
    await other.goto(link, { waitUntil: 'commit' });
    await other.getByRole('button', { name: 'پیوستن به اتاق' }).click({ timeout: 120_000 });
    await wait(15_000);
    const apart = [];
    const until = Date.now() + MINUTES * 60_000;
    for (let round = 0; Date.now() < until; round += 1) {
      const who = pages[round % 2];
      await who.evaluate((to) => {
        const slider = document.querySelector('.player-seek input');
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
        set.call(slider, String(to));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }, round % 3);
      if ((await readVideo(who))?.paused) await who.keyboard.press('k');
      const begun = Date.now();
      await wait(SETTLE_MS);
      while (Date.now() - begun < ROUND_MS) {
        const [a, b] = await Promise.all(pages.map(readVideo));
        if (a && b) {
          const seconds = Math.abs(a.currentTime - b.currentTime);
          apart.push(seconds);
          if (seconds > APART) {
            const at = ((Date.now() - begun) / 1000).toFixed(1);
            console.log(
              `round ${round}, ${at} s after its seek: ${a.currentTime.toFixed(2)} and ${b.currentTime.toFixed(2)}`,
            );
          }
        }
        await wait(LOOK_MS);
      }
    }
    const within = apart.filter((seconds) => seconds <= APART).length / apart.length;
    console.log(
      `${apart.length} comparisons over ${MINUTES} min: median ${quantile(apart, 0.5).toFixed(3)} s, 95 % ${quantile(apart, 0.95).toFixed(3)} s, ` +
        `most ${Math.max(...apart).toFixed(3)} s; within ${APART} s: ${(within * 100).toFixed(1)} %`,
    );
    if (within < 1) process.exitCode = 1;
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server.stop();
  }
});

async function throttled(browser, network) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  return page;
}
