// @module-tag full
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  compareMoments,
  findBeeps,
  findFlashes,
  joinRendition,
  listPresentationTimes,
  makeFilm,
} from '../../support/media/flash-and-beep.ts';
import { ingestFilm } from '../../support/media/ingest-film.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

const SECONDS = 60;
const POLL_MS = 10;

function listRuns(root: string): string[] {
  const work = join(root, 'work');
  const [name] = existsSync(work) ? readdirSync(work) : [];
  const picture = join(work, name ?? '', 'scratch/picture');
  return existsSync(picture) ? readdirSync(picture).map((run) => join(picture, run)) : [];
}

/** True if the command line of any running process contains `text`. */
function isNamedByProcess(text: string): boolean {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.some((number) => {
    try {
      return readFileSync(`/proc/${number}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

async function poll(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((next) => setTimeout(next, POLL_MS));
}

test('a run that was killed leaves no ffmpeg, and the next continues behind its last whole fragment', async () => {
  const film = makeFilm(inFolder('film.mkv'), { seconds: SECONDS, size: '320x180', sound: 'atrim=start=1.3' });
  const root = inFolder('published');
  const support = resolve('tests/support/media/ingest-film.ts');
  const run = `import { ingestFilm } from ${JSON.stringify(support)}; await ingestFilm(${JSON.stringify(film)}, ${JSON.stringify(root)})`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', run], { stdio: 'ignore' });
  await poll(() => listRuns(root).some((path) => existsSync(join(path, '180p/seg-4.m4s'))));
  child.kill('SIGKILL');
  await poll(() => !isNamedByProcess(root));

  const seen = new Set<string>();
  const watch = setInterval(() => listRuns(root).forEach((path) => seen.add(path.replace(/.*run-/, ''))), POLL_MS);
  const { hls } = await ingestFilm(film, root).finally(() => clearInterval(watch));
  expect([...seen].map(Number).sort((a, b) => a - b)).toEqual([0, expect.toSatisfy((first: number) => first >= 4)]);

  const times = listPresentationTimes(hls, '180p');
  expect(times).toHaveLength(SECONDS * 25);
  times.forEach((time, frame) => expect(time).toBeCloseTo(frame / 25, 3));
  const flashes = findFlashes(joinRendition(hls, '180p', inFolder('picture.mp4')), times);
  const gaps = compareMoments(flashes, findBeeps(joinRendition(hls, 'audio', inFolder('sound.mp4'))));
  expect(gaps).toHaveLength(SECONDS / 2);
  // The first flash has no sound yet.
  for (const gap of gaps.slice(1)) expect(Math.abs(gap)).toBeLessThanOrEqual(40);
});
