import { openProxy } from './cutting-proxy.mjs';

const SEEKS = 20;
const LOOPS = 60;
const LOOP_SECONDS = 36;
/** Seconds at the beginning that are loaded before jumps within them are measured. */
const LOADED_SECONDS = 45;

/** Runs in the page: milliseconds from a jump to a picture of its place. */
function jump(to) {
  const video = globalThis.document.querySelector('video');
  return new Promise((resolve) => {
    const begun = performance.now();
    const onFrame = (now, { mediaTime }) => {
      if (Math.abs(mediaTime - to) < 1.5) resolve(now - begun);
      else video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
    video.currentTime = to;
  });
}

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];

/** Jumps within and outside of the loaded part of a long film. `openFilm` presses Play and waits for the first picture. */
export async function measureSeeks(origin, openFilm) {
  const proxy = await openProxy(origin, LOOPS);
  const { page, close } = await openFilm(proxy.url);
  try {
    const isLoaded = (end) => {
      const { buffered } = globalThis.document.querySelector('video');
      return buffered.length > 0 && buffered.end(0) > end;
    };
    await page.waitForFunction(isLoaded, LOADED_SECONDS, { timeout: 90_000 });
    const inside = [];
    for (let at = 0; at < SEEKS; at += 1)
      inside.push(await page.evaluate(jump, ((at * 17) % (LOADED_SECONDS - 10)) + 2.3));
    const outside = [];
    // Each place is far from what was loaded for the places before.
    for (let at = 0; at < SEEKS; at += 1)
      outside.push(await page.evaluate(jump, 200 + ((at * 7) % SEEKS) * ((LOOPS * LOOP_SECONDS - 300) / SEEKS)));
    return {
      count: SEEKS,
      inside: percentile(inside, 0.95),
      outside: percentile(outside, 0.95),
      medianOutside: percentile(outside, 0.5),
    };
  } finally {
    await close();
    proxy.stop();
  }
}
