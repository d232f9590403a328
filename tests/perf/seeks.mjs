import { openProxy } from './cutting-proxy.mjs';

const SEEKS = 20;
const LOOPS = 60;
const LOOP_SECONDS = 36;
/** Seconds at the beginning that are loaded before jumps within them are measured. */
const LOADED_SECONDS = 45;

/** Runs in the page: milliseconds from a jump to a picture of its place. `selector` is that of the video. */
function jump([selector, to]) {
  const video = globalThis.document.querySelector(selector);
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

/** Runs in the page: the browser's own part of a jump, a video with nothing but the first round of the film's segments. */
async function openFloor(names) {
  const { document, performance, MediaSource, URL, fetch } = globalThis;
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  document.querySelector('video').pause();
  const video = document.createElement('video');
  Object.assign(video, { id: 'floor', muted: true, style: 'position: fixed; inset: 0; z-index: 9; inline-size: 100%' });
  // A modal dialog lies over all else.
  document.querySelector('dialog[open]').append(video);
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
  const files = (folder) => {
    const number = ({ pathname }) => Number(/seg-(\d+)/.exec(pathname)?.[1] ?? -1);
    const titleUrls = urls.filter(
      ({ pathname }) => pathname.includes(`/${folder}/`) && /(init\.mp4|\.m4s)$/.test(pathname),
    );
    const unique = new Map(titleUrls.map((url) => [url.pathname, url.href]));
    return [...unique].sort(([a], [b]) => number({ pathname: a }) - number({ pathname: b })).map(([, href]) => href);
  };
  const fill = async (mime, folder) => {
    const buffer = source.addSourceBuffer(mime);
    for (const href of files(folder)) {
      const bytes = await (await fetch(href)).arrayBuffer();
      await new Promise((resolve) => {
        buffer.addEventListener('updateend', resolve, { once: true });
        buffer.appendBuffer(bytes);
      });
    }
  };
  await Promise.all([
    fill('video/mp4; codecs="avc1.64001F"', names.picture),
    fill('audio/mp4; codecs="mp4a.40.2"', names.sound),
  ]);
  await video.play();
  return video.buffered.end(0);
}

/** Runs in the page: the folders of the tracks that were loaded most. */
function findTracks() {
  const counts = { picture: new Map(), sound: new Map() };
  for (const { name } of globalThis.performance.getEntriesByType('resource')) {
    const [, folder] = /\/([\w-]+)\/seg-\d+\.m4s/.exec(name) ?? [];
    if (folder === undefined) continue;
    const kind = folder.startsWith('audio') ? counts.sound : counts.picture;
    kind.set(folder, (kind.get(folder) ?? 0) + 1);
  }
  const most = (kind) => [...kind].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
  return { picture: most(counts.picture), sound: most(counts.sound) };
}

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];

const placeInside = (at) => ((at * 17) % (LOADED_SECONDS - 10)) + 2.3;

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
    for (let at = 0; at < SEEKS; at += 1) inside.push(await page.evaluate(jump, ['video', placeInside(at)]));
    const outside = [];
    // Each place is far from what was loaded for the places before.
    for (let at = 0; at < SEEKS; at += 1)
      outside.push(
        await page.evaluate(jump, ['video', 200 + ((at * 7) % SEEKS) * ((LOOPS * LOOP_SECONDS - 300) / SEEKS)]),
      );
    const floor = [];
    const end = await page.evaluate(openFloor, await page.evaluate(findTracks));
    for (let at = 0; at < SEEKS; at += 1)
      floor.push(await page.evaluate(jump, ['#floor', placeInside(at) % (end - 1)]));
    return {
      floor: percentile(floor, 0.95),
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
