// node tests/perf/play-live.mjs [minutes]: plays a channel in Chromium across the borders of programmes of two minutes.
import { setTimeout as wait } from 'node:timers/promises';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, problem } from '../../tools/lib/progress.ts';
import { tehranMoment } from '../../src/platform/text/tehran-week.ts';
import { launch, openSite, readVideo } from './live-site.mjs';

const PORT = 4378;
const MINUTES = Number(process.argv[2] ?? 10);
const PROGRAMME_MINUTES = 2;
const LOOK_MS = 1000;

stopChildrenOnExit();
await command(async () => {
  const server = await openSite(PORT, schedule);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const parts = [];
    page.on('request', (request) => {
      const part = /\/(clip-\d)\/\d+p\/seg-(\d+)/.exec(request.url());
      if (part) parts.push(part[1]);
    });
    await page.goto(`http://localhost:${PORT}/live/401#play`, { waitUntil: 'commit' });
    const first = await begun(page);
    const started = Date.now();
    let [last, stalls, stalled] = [first, 0, 0];
    while (Date.now() - started < MINUTES * 60_000) {
      await wait(LOOK_MS);
      // A player that is being made again has no video: the last reading counts.
      const now = (await readVideo(page)) ?? last;
      if (now.currentTime === last.currentTime) {
        stalled += 1;
        if (stalled === 2) stalls += 1;
      } else stalled = 0;
      last = now;
    }
    const wall = (Date.now() - started) / 1000;
    const borders = parts.filter((clip, at) => at > 0 && clip !== parts[at - 1]).length;
    const played = last.currentTime - first.currentTime;
    console.log(
      `${wall.toFixed(0)} s, played ${played.toFixed(1)} s, ${borders} borders of programmes, ${stalls} stalls of 2 s or more, ` +
        `${last.frames - first.frames} frames, ${last.dropped - first.dropped} dropped`,
    );
    if (borders < 2 || played < wall * 0.95) process.exitCode = 1;
  } finally {
    await browser.close();
    await server.stop();
  }
});

async function begun(page) {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(LOOK_MS)) {
    const video = await readVideo(page);
    if (video && video.frames > 0 && video.currentTime > 0) return video;
  }
  throw problem('Nothing plays after a minute.');
}

/** Programmes of two minutes, from some before this moment to long after the end, the two clips in turns. */
async function schedule(db) {
  const insert = db.prepare("INSERT INTO programmes VALUES (401, ?, ?, ?, 'ب', 'p', NULL, ?)");
  const length = PROGRAMME_MINUTES * 60;
  const first = Math.floor(Date.now() / 1000 / length) * length - 10 * 60;
  const count = Math.ceil((MINUTES + 30) / PROGRAMME_MINUTES);
  await db.batch([
    db.prepare('DELETE FROM programmes WHERE channel_id = 401'),
    ...Array.from({ length: count }, (_, at) => {
      const { day, minute } = tehranMoment(first + at * length);
      return insert.bind(day, minute, PROGRAMME_MINUTES, `clip-${(at % 2) + 1}`);
    }),
  ]);
}
