// @module-tag full
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { protectInit, readTrackFormat } from '../../../src/platform/media/cbcs/protect-init.ts';
import { protectSegment } from '../../../src/platform/media/cbcs/protect-segment.ts';
import {
  compareMoments,
  findBeeps,
  findFlashes,
  joinRendition,
  listPresentationTimes,
  makeFilm,
  readDecodeTime,
} from '../../support/media/flash-and-beep.ts';
import { listViolations } from '../../support/media/hls-authoring-rules.ts';
import { ingestFilm } from '../../support/media/ingest-film.ts';
import { measureLoudness, runTestFfmpeg } from '../../support/media/make-studio-film.ts';
import { readProtection, readSamples } from '../../support/media/read-cbcs.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { makeFdkPath } from '../../support/media/use-fdk-ffmpeg.ts';

const TOLERANCE_MS = 40;
const inFolder = useTemporaryFolder();

beforeAll(() => {
  process.env['PATH'] = makeFdkPath(inFolder('bin'));
});

function measureGaps(hls: string): number[] {
  const flashes = findFlashes(joinRendition(hls, '240p', inFolder('picture.mp4')), listPresentationTimes(hls, '240p'));
  return compareMoments(flashes, findBeeps(joinRendition(hls, 'audio-he', inFolder('sound.mp4'))));
}

/** Bits per second of all files of a rendition. */
function measureRate(hls: string, name: string, seconds: number): number {
  const bytes = readdirSync(join(hls, name)).reduce((sum, file) => sum + statSync(join(hls, name, file)).size, 0);
  return (bytes * 8) / seconds;
}

test(
  'HE-AAC is a group of its own beside AAC-LC for the lowest rung alone, and in step',
  { timeout: 120_000 },
  async () => {
    const film = makeFilm(inFolder('film.mkv'), { seconds: 20, size: '640x360', audioRate: 44_100 });
    const { hls, produced } = await ingestFilm(film, inFolder('plain'), false, { heAac: true });
    expect(listViolations(hls)).toEqual([]);
    const master = readFileSync(join(hls, 'master.m3u8'), 'utf8');
    expect(
      [...master.matchAll(/CODECS="avc1\.\w+,(\S+?)".*AUDIO="(\S+?)".*\n(\S+)\/index/g)].map((match) => match.slice(1)),
    ).toEqual([
      ['mp4a.40.2', 'audio-low', '240p'],
      ['mp4a.40.2', 'audio', '360p'],
      ['mp4a.40.5', 'audio-he', '240p'],
    ]);
    expect(master).toMatch(/GROUP-ID="audio-he".*CHANNELS="2"/);
    expect(produced.downloads.map(({ quality }) => quality)).toEqual(['240p', '360p']);
    const gaps = measureGaps(hls);
    expect(gaps).toHaveLength(10);
    expect(Math.max(...gaps.map(Math.abs))).toBeLessThanOrEqual(TOLERANCE_MS);
    for (const [segment, seconds] of [0, 1, 3, 7, 11, 15, 19].entries()) {
      expect(readDecodeTime(hls, 'audio-he', segment) - seconds).toBeGreaterThanOrEqual(0);
      expect(readDecodeTime(hls, 'audio-he', segment) - seconds).toBeLessThan(0.045);
    }
  },
);

describe('busy sound', () => {
  let hls = '';
  beforeAll(async () => {
    const film = inFolder('busy.mkv');
    const noise = 'anoisesrc=color=pink:r=48000:a=0.3';
    const stereo = `${noise}:seed=1[a];${noise}:seed=2[b];[a][b]join=inputs=2:channel_layout=stereo`;
    const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=426x240:r=25', '-f', 'lavfi', '-i', stereo];
    runTestFfmpeg(...inputs, '-t', '30', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'flac', film);
    ({ hls } = await ingestFilm(film, inFolder('busy'), false, { heAac: true }));
  }, 120_000);

  test('is stereo, as loud as EBU R128 wants, and within 120 kbit/s with the picture', () => {
    const [picture = NaN, mono, stereo = NaN] = ['240p', 'audio-low', 'audio-he'].map((name) =>
      measureRate(hls, name, 30),
    );
    if (process.env['SHOW_SYNC']) console.log({ picture, mono, stereo });
    expect(stereo).toBeLessThan(36_000);
    expect(picture + stereo).toBeLessThan(120_000);
    const sound = joinRendition(hls, 'audio-he', inFolder('busy.mp4'));
    const { integrated, peak } = measureLoudness(sound);
    expect(Math.abs(integrated + 23)).toBeLessThanOrEqual(1);
    expect(peak).toBeLessThanOrEqual(-1);
    const log = runTestFfmpeg('-i', sound, '-map', '0:a', '-c', 'copy', '-f', 'null', '-');
    expect(log).toMatch(/Audio: aac \(HE-AAC\).*48000 Hz, stereo/);
  });

  test('is encrypted in cbcs like AAC-LC: a reader by the standard gets the plain samples back', async () => {
    const read = (file: string) => new Uint8Array(readFileSync(join(hls, 'audio-he', file)));
    const fill = (first: number) => Uint8Array.from({ length: 16 }, (_, at) => first + at);
    const keys = { id: fill(1), key: fill(40), iv: fill(90) };
    const [init, segment] = [read('init.mp4'), read('seg-2.m4s')];
    const protection = readProtection(protectInit(init, keys, []));
    expect(protection).toMatchObject({ original: 'mp4a', scheme: 'cbcs' });
    const protectedSegment = await protectSegment(segment, readTrackFormat(init), keys);
    const plain = readSamples(segment, null).map(({ bytes }) => bytes);
    expect(plain.length).toBeGreaterThan(90);
    expect(readSamples(protectedSegment, protection, keys.key).map(({ bytes }) => bytes)).toEqual(plain);
    expect(readSamples(protectedSegment, null).map(({ bytes }) => bytes)).not.toEqual(plain);
  });
});

test(
  'an encoder that dies is continued behind its last whole frame, and stays in step',
  { timeout: 120_000 },
  async () => {
    const film = makeFilm(inFolder('long.mkv'), { seconds: 40, size: '426x240', sound: 'atrim=start=1.3' });
    process.env['FDK_SECONDS'] = '25';
    await expect(ingestFilm(film, inFolder('died'), false, { heAac: true })).rejects.toThrow('ffmpeg failed');
    delete process.env['FDK_SECONDS'];
    const [work = ''] = readdirSync(inFolder('died/work'));
    expect(readdirSync(inFolder('died/work', work, 'scratch/audio-he'))).toEqual(['run-0']);
    const { hls } = await ingestFilm(film, inFolder('died'), false, { heAac: true });
    const gaps = measureGaps(hls);
    expect(gaps).toHaveLength(20);
    // The first flash has no sound yet.
    expect(Math.max(...gaps.slice(1).map(Math.abs))).toBeLessThanOrEqual(TOLERANCE_MS);
  },
);
