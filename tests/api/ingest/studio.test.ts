// @module-tag full
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFlashes, joinRendition, listPresentationTimes, makeFilm } from '../../support/media/flash-and-beep.ts';
import { listViolations } from '../../support/media/hls-authoring-rules.ts';
import { ingestFilm, type Published } from '../../support/media/ingest-film.ts';
import { makeHlgFilm, makeStudioFilm, measureLoudness, runTestFfmpeg } from '../../support/media/make-studio-film.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

function probeStream(file: string, kind: 'v' | 'a', entries: string): string {
  return runTestFfmpeg('-i', file, '-map', `0:${kind}:0`, '-c', 'copy', '-f', 'null', '-')
    .split('\n')
    .filter((line) => line.includes(kind === 'v' ? 'Video:' : 'Audio:') && line.includes(entries))
    .join('\n');
}

/** The mean luma, in 8 bits and limited range, of a part of a file's picture. */
function measureLuma(file: string, crop: string): number {
  const filter = `crop=${crop},signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-`;
  const output = runTestFfmpeg('-i', file, '-vf', filter, '-frames:v', '1', '-f', 'null', '-');
  return Number(/YAVG=([\d.]+)/.exec(output)?.[1]);
}

/** The three patches of HDR are tagged BT.709, and neither dark nor clipped. */
function expectSdr(file: string): void {
  expect(probeStream(file, 'v', 'yuv420p(tv, bt709')).not.toBe('');
  const [dark = 0, white = 0, bright = 0] = [0, 1, 2].map((third) =>
    measureLuma(file, `iw/6:ih/2:iw*${String(third)}/3+iw/12:ih/4`),
  );
  // BT.2408 puts 26 cd/m² at 18 % grey and reference white at some 85 to 95 % of SDR.
  expect(dark).toBeGreaterThan(95);
  expect(dark).toBeLessThan(125);
  expect(white).toBeGreaterThan(190);
  expect(white).toBeLessThan(225);
  expect(bright).toBeGreaterThan(white + 10);
  expect(bright).toBeLessThanOrEqual(236);
}

describe('a studio master: HDR10, scope, quiet 5.1, description, three subtitles, chapters', () => {
  let published: Published;
  let master: string;
  const read = (path: string) => readFileSync(join(published.hls, path), 'utf8');
  beforeAll(async () => {
    published = await ingestFilm(makeStudioFilm(inFolder('studio.mkv'), inFolder), inFolder('published'));
    master = read('master.m3u8');
  }, 120_000);

  test('obeys the rules of the HLS authoring specification', () => {
    expect(listViolations(published.hls)).toEqual([]);
  });

  test('is SDR in BT.709: shadows stay, paper white is bright, highlights do not clip', () => {
    const file = joinRendition(published.hls, '480p', inFolder('sdr.mp4'));
    expectSdr(file);
  });

  test('has the names of standard heights at the shape of scope', () => {
    expect(
      [...master.matchAll(/RESOLUTION=(\S+?),FRAME.*AUDIO="(\S+?)".*\n(\d+p)/g)].map((match) => match.slice(1)),
    ).toEqual([
      ['426x178', 'audio-low', '240p'],
      ['640x268', 'audio', '360p'],
      ['854x358', 'audio', '480p'],
      ['1280x536', 'audio', '720p'],
      ['1280x536', 'audio-surround', '720p'],
    ]);
    expect(published.produced.downloads.map(({ quality }) => quality)).toEqual(['240p', '360p', '480p', '720p']);
  });

  test('is as loud as EBU R128 wants, in stereo and in 5.1', () => {
    for (const name of ['audio', 'audio-surround']) {
      const file = joinRendition(published.hls, name, inFolder(`${name}.mp4`));
      const { integrated, peak } = measureLoudness(file);
      expect(Math.abs(integrated + 23)).toBeLessThanOrEqual(1);
      expect(peak).toBeLessThanOrEqual(-1);
    }
    expect(probeStream(inFolder('audio-surround.mp4'), 'a', '5.1')).not.toBe('');
    expect(probeStream(inFolder('audio.mp4'), 'a', 'stereo')).not.toBe('');
    expect(master).toMatch(
      /GROUP-ID="audio",NAME="فارسی \(AD\)".*CHARACTERISTICS="public.accessibility.describes-video"/,
    );
  });

  test('has its own subtitles, plain, for deaf viewers, and forced', () => {
    // ASS has hundredths of a second.
    expect(read('subs/fa.vtt')).toMatch(/00:00:0(?:1\.00|0\.99)\d --> 00:00:02\.(?:50|49)\d\n<b>\u200fسلام<\/b> دنیا!/);
    expect(read('subs/fa-sdh/seg-0.vtt')).toContain('[زنگ در]');
    expect(read('subs/fa-forced/seg-0.vtt')).toContain('تابلوی شهر');
    expect(master).toMatch(/NAME="فارسی \(forced\)".*DEFAULT=NO,AUTOSELECT=YES,FORCED=YES/);
    expect(published.produced.languages).toEqual(['fa']);
    expect(published.produced).toMatchObject({ sounds: ['fa'], height: 720 });
  });

  test('has its chapters, and a poster', () => {
    expect(published.produced.chapters).toEqual([
      { starts: 0, ends: 2, name_fa: 'Intro', name_en: 'Intro' },
      { starts: 2, ends: 4, name_fa: 'باغ', name_en: 'باغ' },
    ]);
    expect([...readFileSync(join(published.hls, 'poster.jpg')).subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });

  test('has key frames that decode alone', () => {
    const ranges = [...read('240p/iframes.m3u8').matchAll(/BYTERANGE:(\d+)@(\d+)\n(.+)/g)];
    expect(ranges).toHaveLength(3);
    const [, length, offset, file = ''] = ranges.at(-1) ?? [];
    const segment = readFileSync(join(published.hls, '240p', file));
    const part = segment.subarray(Number(offset), Number(offset) + Number(length));
    writeFileSync(inFolder('frame.mp4'), readFileSync(join(published.hls, '240p/init.mp4')));
    appendFileSync(inFolder('frame.mp4'), part);
    const log = runTestFfmpeg('-i', inFolder('frame.mp4'), '-frames:v', '1', '-vf', 'showinfo', '-f', 'null', '-');
    expect(log).toMatch(/iskey:1 type:I/);
  });
});

test('a loud film that a phone recorded upright is turned, made quieter, and has no peak above -1 dBTP', async () => {
  const flat = makeFilm(inFolder('flat.mp4'), { seconds: 4, size: '256x144', sound: 'volume=6dB' });
  const file = inFolder('upright.mp4');
  runTestFfmpeg('-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90', file);
  const { hls } = await ingestFilm(file, inFolder('upright'));
  expect(readFileSync(join(hls, 'master.m3u8'), 'utf8')).toContain('RESOLUTION=144x256');
  const { integrated, peak } = measureLoudness(joinRendition(hls, 'audio', inFolder('loud.mp4')));
  expect(Math.abs(integrated + 23)).toBeLessThanOrEqual(1);
  expect(peak).toBeLessThanOrEqual(-1);
});

test('AV1 is published beside H.264 at the same sizes and cuts, for players that choose it', async () => {
  const film = makeFilm(inFolder('av1.mkv'), { seconds: 4, size: '426x240' });
  const { hls, produced } = await ingestFilm(film, inFolder('av1'), false, { av1: true });
  expect(listViolations(hls)).toEqual([]);
  const master = readFileSync(join(hls, 'master.m3u8'), 'utf8');
  expect(
    [...master.matchAll(/CODECS="(\w+)\..*RESOLUTION=(\S+?),.*\n(\S+)\/index/g)].map((match) => match.slice(1)),
  ).toEqual([
    ['avc1', '426x240', '240p'],
    ['av01', '426x240', '240p-av1'],
  ]);
  expect(listPresentationTimes(hls, '240p-av1')).toEqual(listPresentationTimes(hls, '240p'));
  expect(findFlashes(joinRendition(hls, '240p-av1', inFolder('picture.mp4')))).toHaveLength(2);
  expect(produced.downloads.map(({ quality }) => quality)).toEqual(['240p']);
});

test('an HLG film without sound becomes SDR, and gets silence of its length', async () => {
  const { hls } = await ingestFilm(makeHlgFilm(inFolder('hlg.mp4')), inFolder('hlg'));
  expect(listViolations(hls)).toEqual([]);
  expect(readFileSync(join(hls, 'master.m3u8'), 'utf8')).toContain('LANGUAGE="zxx"');
  expectSdr(joinRendition(hls, '101p', inFolder('hlg-sdr.mp4')));
});
