// @module-tag full
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  compareMoments,
  findBeeps,
  findFlashes,
  joinRendition,
  listPresentationTimes,
  makeFilm,
  type FilmShape,
} from '../../support/media/flash-and-beep.ts';
import { ingestFilm } from '../../support/media/ingest-film.ts';
import { runTestFfmpeg } from '../../support/media/make-studio-film.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
const HALF_SECONDS = 2;
const TOLERANCE_MS = 40;

type Half = FilmShape & { at?: number };

/** Joins files byte by byte, as `cat` does. */
function joinFiles(files: readonly string[], target: string): void {
  writeFileSync(target, '');
  for (const file of files) appendFileSync(target, readFileSync(file));
}

/** Two recordings of two seconds, each with a flash and a beep at its first second, as one transport stream. */
function makeTwoHalves(name: string, first: Half, second: Half): string {
  const halves = [first, { at: HALF_SECONDS, ...second }].map(({ at = 0, output = [], ...shape }, index) =>
    makeFilm(inFolder(`${name}-${String(index)}.ts`), {
      ...{ seconds: HALF_SECONDS, ...shape },
      output: [...output, '-output_ts_offset', String(at), '-f', 'mpegts'],
    }),
  );
  const file = inFolder(`${name}.ts`);
  joinFiles(halves, file);
  return file;
}

/** The flashes of what was published, and how far each beep is from its flash, in milliseconds. */
function measure(hls: string): { flashes: number[]; gaps: number[] } {
  const [name = ''] = readdirSync(hls).filter((folder) => /^\d+p$/.test(folder));
  const picture = joinRendition(hls, name, inFolder('picture.mp4'));
  const flashes = findFlashes(picture, listPresentationTimes(hls, name));
  return { flashes, gaps: compareMoments(flashes, findBeeps(joinRendition(hls, 'audio', inFolder('sound.mp4')))) };
}

const channels = (layout: string): Half => ({ sound: `aformat=channel_layouts=${layout}` });
const PUBLISHED: [kind: string, first: Half, second: Half][] = [
  ['nothing', {}, {}],
  ['a larger picture', {}, { size: '192x108' }],
  ['a smaller picture', {}, { size: '64x36' }],
  ['another shape', {}, { size: '96x72' }],
  ['another shape of its pixels', {}, { picture: 'setsar=3/4' }],
  ['twice the frame rate', {}, { rate: '50' }],
  ['a lower frame rate', {}, { rate: '20' }],
  ['another pixel format', {}, { output: ['-pix_fmt', 'yuv444p'] }],
  ['interlaced pictures', {}, { output: ['-flags', '+ildct+ilme'] }],
  ['5.1 behind stereo', {}, channels('5.1')],
  ['stereo behind 5.1', channels('5.1'), {}],
  ['mono behind stereo', channels('stereo'), channels('mono')],
  ['a film behind adverts in mono', { ...channels('mono'), audioRate: 44_100 }, channels('stereo')],
  ['another rate of sound', {}, { audioRate: 44_100 }],
  ['a low rate of sound', { audioRate: 16_000 }, { audioRate: 16_000 }],
  ['another language', { output: ['-metadata:s:a', 'language=per'] }, { output: ['-metadata:s:a', 'language=eng'] }],
  ['a clock that begins again', {}, { at: 0 }],
  ['a clock that goes back', { at: 100 }, { at: 50 }],
];
const REFUSED: [kind: string, second: Half, reason: RegExp][] = [
  [
    'another codec of the picture',
    { output: ['-c:v', 'mpeg2video'] },
    /picture: .* s are missing|picture: .*decode errors/,
  ],
  ['another codec of the sound', { output: ['-c:a', 'ac3'] }, /sound 1: .* s are missing|sound 1: .*decode errors/],
  ['a clock that jumps', { at: 3600 }, /: 359\d\.\d s are missing in 1 places/],
];

describe('what changes in the middle of a film', { timeout: 120_000 }, () => {
  test.each(PUBLISHED)('%s: all of it is published, in step', async (kind, first, second) => {
    const name = kind.replaceAll(/\W/g, '-');
    const { hls, damage } = await ingestFilm(makeTwoHalves(name, first, second), inFolder(`of-${name}`));
    const { flashes, gaps } = measure(hls);
    expect(flashes).toHaveLength(2);
    expect(Math.abs((flashes[1] ?? 0) - (flashes[0] ?? 0) - HALF_SECONDS)).toBeLessThan(0.1);
    for (const gap of gaps) expect(Math.abs(gap)).toBeLessThanOrEqual(TOLERANCE_MS);
    expect(damage).toEqual([]);
    expect(existsSync(join(hls, 'audio-surround'))).toBe(kind.includes('5.1'));
  });

  test.each(REFUSED)('%s: is refused with its seconds', async (kind, second, reason) => {
    const name = kind.replaceAll(/\W/g, '-');
    await expect(ingestFilm(makeTwoHalves(name, {}, second), inFolder(`of-${name}`))).rejects.toThrow(reason);
  });
});

test.each(['mp4', 'mkv', 'mov'])(
  'two %s files joined byte by byte are refused: the second would be lost',
  async (kind) => {
    const one = makeFilm(inFolder(`one.${kind}`), { seconds: 1 });
    const file = inFolder(`two.${kind}`);
    joinFiles([one, one], file);
    await expect(ingestFilm(file, inFolder(`of-two-${kind}`))).rejects.toThrow(
      /joined byte by byte.*the last 50 % of the file/,
    );
  },
);

test('a picture in five seconds is published in full', async () => {
  const file = makeFilm(inFolder('slides.mp4'), { seconds: 10, rate: '1/5' });
  const { hls } = await ingestFilm(file, inFolder('of-slides'));
  expect(listPresentationTimes(hls, '72p')).toHaveLength(240);
});

/** A film with these mono tracks; each has a tone of its own. */
function makeMonoTracks(name: string, tracks: readonly { title?: string; language?: string }[]): string {
  const tones = tracks.flatMap((_, at) => ['-f', 'lavfi', '-i', `sine=${String(300 + 100 * at)}:d=1:r=48000`]);
  const tags = tracks.flatMap(({ title, language = 'per' }, at) => [
    ...['-metadata:s:a:' + String(at), `language=${language}`],
    ...(title === undefined ? [] : ['-metadata:s:a:' + String(at), `title=${title}`]),
  ]);
  const maps = ['-map', '0', ...tracks.flatMap((_, at) => ['-map', String(at + 1)])];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=128x72:r=25:d=1'];
  runTestFfmpeg(...picture, ...tones, ...maps, '-c:a', 'pcm_s16le', ...tags, inFolder(name));
  return inFolder(name);
}

/** Without the noise of a start. */
const TONES = 'atrim=start=0.2,lowpass=f=900,lowpass=f=900,astats';

/** The frequency of the loudest tone of each channel, by zero crossings. */
function listTones(hls: string, name: string): number[] {
  const log = runTestFfmpeg('-i', joinRendition(hls, name, inFolder('tones.mp4')), '-af', TONES, '-f', 'null', '-');
  return [...log.matchAll(/Zero crossings rate: ([\d.]+)/g)].map(
    ([, rate]) => Math.round((Number(rate) * 24_000) / 100) * 100,
  );
}

describe('mono tracks', () => {
  const six = Array.from({ length: 6 }, () => ({}));

  test('six of one language are 5.1, and its stereo has the centre', async () => {
    const { hls } = await ingestFilm(makeMonoTracks('six.mov', six), inFolder('of-six'));
    // AAC cuts what is high off the fourth, which is for low frequencies.
    const tones = listTones(hls, 'audio-surround').slice(0, 6);
    expect(tones).toEqual([300, 400, 500, tones[3], 700, 800]);
    expect(readFileSync(join(hls, 'master.m3u8'), 'utf8').match(/TYPE=AUDIO,GROUP-ID="audio"/g)).toHaveLength(1);
  });

  test('are in the order of their names', async () => {
    const file = makeMonoTracks('named.mkv', [{ title: 'Right' }, { title: 'Left' }]);
    const { hls } = await ingestFilm(file, inFolder('of-named'));
    expect(listTones(hls, 'audio').slice(0, 2)).toEqual([400, 300]);
  });

  test('of two languages, or with names of their own, stay choices; two without names need a word', async () => {
    const languages = await ingestFilm(makeMonoTracks('dubs.mkv', [{}, { language: 'ger' }]), inFolder('of-dubs'));
    const master = readFileSync(join(languages.hls, 'master.m3u8'), 'utf8');
    expect(master).toContain('LANGUAGE="fa"');
    expect(master).toContain('LANGUAGE="de"');
    const two = makeMonoTracks('two.mkv', [{}, {}]);
    await expect(ingestFilm(two, inFolder('of-two'))).rejects.toThrow('--mono join');
    const { hls } = await ingestFilm(two, inFolder('of-joined'), false, { mono: 'join' });
    expect(listTones(hls, 'audio').slice(0, 2)).toEqual([300, 400]);
  });
});
