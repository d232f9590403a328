import { setTimeout as wait } from 'node:timers/promises';
import { CUTS, openProxy } from './cutting-proxy.mjs';

const FILM_LOOPS = 60;
const FILM_SECONDS = FILM_LOOPS * 36 - 40;
const LOOK_MS = 500;
/** Seconds: cuts, the time between two of them, and between two seeks. */
const CUT = [1, 20];
const CALM = [5, 25];
const SEEK = [15, 40];
/** Seconds after a cut within which the film must play; the longest waits of the player are 8 s. */
const DEAD_SECONDS = 30;

/** A seeded random number in a range (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (to - from);
  };
}

/** Plays a long film for minutes under random cuts and seeks, and tells how often it did not come back. */
export async function soak(browser, origin, { minutes, seed, path }) {
  const proxy = await openProxy(origin, FILM_LOOPS);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.goto(`${proxy.url}${path}`);
    await page.locator('main [data-modal=player]').first().click();
    const look = () =>
      page.evaluate(() => ({
        at: globalThis.document.querySelector('video')?.currentTime ?? -1,
        failed: globalThis.document.querySelector('dialog [role=alert]')?.textContent ?? null,
      }));
    const random = createRandom(seed);
    const cuts = { offline: 0, reset: 0, hang: 0, '5xx': 0 };
    const recoveries = [];
    const deadEnds = [];
    const setCut = async (kind) => {
      proxy.cut(kind);
      await context.setOffline(kind === 'offline');
    };
    const begun = Date.now();
    const secondsSince = (moment) => (Date.now() - moment) / 1000;
    let [kind, changesAt, seeksAt] = [null, random(...CALM), random(...SEEK)];
    let [last, movedAt, freeSince, wasStill] = [await look(), Date.now(), Date.now(), false];
    let [played, seeks] = [0, 0];
    while (secondsSince(begun) < minutes * 60) {
      await wait(LOOK_MS);
      if (secondsSince(begun) >= changesAt) {
        kind = kind === null ? CUTS[Math.floor(random(0, CUTS.length))] : null;
        if (kind === null) freeSince = Date.now();
        else cuts[kind] += 1;
        changesAt += random(...(kind === null ? CALM : CUT));
        await setCut(kind);
      }
      if (secondsSince(begun) >= seeksAt) {
        seeksAt += random(...SEEK);
        seeks += 1;
        const to = random(0, FILM_SECONDS);
        await page.evaluate((at) => (globalThis.document.querySelector('video').currentTime = at), to);
        last = { ...last, at: to };
      }
      const now = await look();
      const step = now.at - last.at;
      if (step !== 0 && step < 5) {
        if (wasStill) recoveries.push(Math.max(0, secondsSince(Math.max(freeSince, movedAt))));
        wasStill = false;
        movedAt = Date.now();
        played += Math.max(0, step);
      } else if (kind === null && secondsSince(movedAt) > 2) wasStill = true;
      last = now;
      const stillSince = Math.max(movedAt, freeSince);
      if (now.failed !== null || (kind === null && secondsSince(stillSince) > DEAD_SECONDS)) {
        deadEnds.push({ second: Math.round(secondsSince(begun)), text: now.failed ?? 'still' });
        await setCut(null);
        await page.reload();
        await page.locator('main [data-modal=player]').first().click();
        [kind, freeSince, movedAt] = [null, Date.now(), Date.now()];
        changesAt = secondsSince(begun) + random(...CALM);
      }
    }
    recoveries.sort((a, b) => a - b);
    const longest = recoveries.at(-1) ?? 0;
    return { minutes, seed, cuts, seeks, played, deadEnds, longest };
  } finally {
    await context.close();
    proxy.stop();
  }
}

export function describeSoak({ minutes, seed, cuts, seeks, played, deadEnds, longest }) {
  const count = Object.entries(cuts).map(([kind, number]) => `${number} ${kind}`);
  return [
    `Soak of ${minutes} minutes, seed ${seed}: ${count.join(', ')} cuts of 1 to 20 s, ${seeks} seeks, ${Math.round(played)} s played, ` +
      `${deadEnds.length} dead ends, the longest wait after a cut ${longest.toFixed(1)} s.`,
    ...deadEnds.map(({ second, text }) => `- dead end at ${second} s: ${text}`),
  ].join('\n');
}
