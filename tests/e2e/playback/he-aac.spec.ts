// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { ingestFilm } from '../../support/media/ingest-film.ts';
import { runTestFfmpeg } from '../../support/media/make-studio-film.ts';
import { hear, serveTwoSounds } from '../../support/media/two-sounds.ts';
import { makeFdkPath } from '../../support/media/use-fdk-ffmpeg.ts';
import { FREE, holdQuality, play, press, seek, time } from '../../support/browser/watching.ts';

const folder = mkdtempSync(join(tmpdir(), 'pardeh-he-aac-'));
const TONE = 1500;
/** Hz: the width of a bin of the analyser, and of AAC's smear. */
const NEAR = 15;
let hls = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const path = process.env['PATH'];
  process.env['PATH'] = makeFdkPath(join(folder, 'bin'));
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25', '-f', 'lavfi', '-i', `sine=${String(TONE)}:r=48000`];
  const film = join(folder, 'film.mkv');
  runTestFfmpeg(...inputs, '-t', '30', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'flac', '-ac', '2', film);
  ({ hls } = await ingestFilm(film, folder, false, { heAac: true }));
  process.env['PATH'] = path;
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hearsTone = (page: Page) => expect.poll(async () => Math.abs((await hear(page)) - TONE)).toBeLessThan(NEAR);

/**
 * Serves the film; lists the segments of sound in the order of their first requests, and holds those from `holdFrom` on
 * back. A request that is held for 8 s is sent once more.
 */
async function serveFilm(page: Page): Promise<{ sounds: ReadonlySet<string>; holdFrom: (segment: number) => void }> {
  const sounds = new Set<string>();
  let first = Infinity;
  let { promise: released, resolve: release } = Promise.withResolvers<null>();
  await serveTwoSounds(page, '**/media/v/**', hls);
  await page.route('**/media/v/**/seg-*.m4s', async (route) => {
    const [, name = '', number = ''] = /([\w-]+)\/seg-(\d+)\.m4s/.exec(route.request().url()) ?? [];
    if (name.startsWith('audio')) sounds.add(`${name} ${number}`);
    while (Number(number) >= first) await released;
    await route.fallback();
  });
  const holdFrom = (segment: number) => {
    first = segment;
    release(null);
    ({ promise: released, resolve: release } = Promise.withResolvers<null>());
  };
  return { sounds, holdFrom };
}

const getQuality = (page: Page, legend: string, height: RegExp) =>
  page.getByRole('group', { name: legend }).getByRole('radio', { name: height });

const listFrom = (sounds: ReadonlySet<string>, first: number) =>
  [...sounds].filter((sound) => Number(sound.split(' ')[1]) >= first);
const getBufferedEnd = (page: Page) =>
  page.locator('video').evaluate(({ buffered }: HTMLVideoElement) => (buffered.length === 1 ? buffered.end(0) : NaN));

test('the lowest quality has its sound in HE-AAC, and it is heard', async ({ page }) => {
  const { sounds } = await serveFilm(page);
  await holdQuality(page, 240);
  await play(page, FREE);
  await hearsTone(page);
  await expect.poll(() => listFrom(sounds, 2)).toContain('audio-he 2');
  expect(listFrom(sounds, 1).filter((sound) => !sound.startsWith('audio-he '))).toEqual([]);
});

test('a browser without HE-AAC gets AAC-LC', async ({ page }) => {
  await page.addInitScript(() => {
    const isTypeSupported = MediaSource.isTypeSupported.bind(MediaSource);
    MediaSource.isTypeSupported = (mime) => !mime.includes('mp4a.40.5') && isTypeSupported(mime);
  });
  const { sounds } = await serveFilm(page);
  await holdQuality(page, 240);
  await play(page, FREE);
  await hearsTone(page);
  await expect.poll(() => listFrom(sounds, 2)).toContain('audio-low 2');
  expect([...sounds].filter((sound) => sound.startsWith('audio-he '))).toEqual([]);
});

test('sound changes to HE-AAC and back where segments meet, without a gap', async ({ page, t }) => {
  const { sounds, holdFrom } = await serveFilm(page);
  await holdQuality(page, 360);
  holdFrom(2);
  await play(page, FREE);
  await expect.poll(() => [...sounds]).toContain('audio 2');
  await press(page, t('player_settings'));
  await getQuality(page, t('player_quality'), /^\W*240p/).click();
  holdFrom(6);
  // The third segment of HE-AAC begins 21 ms behind the end of the second of AAC-LC.
  const down = ['audio 2', 'audio 3', 'audio-he 4', 'audio-he 5', 'audio-he 6'];
  await expect.poll(() => listFrom(sounds, 2)).toEqual(down);
  await expect.poll(() => getBufferedEnd(page)).toBeGreaterThan(18);
  await seek(page, 9);
  await hearsTone(page);
  await expect.poll(() => time(page)).toBeGreaterThan(12);
  await hearsTone(page);

  await getQuality(page, t('player_quality'), /^\W*360p/).click();
  holdFrom(Infinity);
  await expect.poll(() => listFrom(sounds, 2)).toEqual([...down, 'audio 7', 'audio 8']);
  await expect.poll(() => getBufferedEnd(page)).toBeGreaterThan(29);
  await seek(page, 21.5);
  await expect.poll(() => time(page)).toBeGreaterThan(24);
  await hearsTone(page);
  await framesAdvance(page);
});
