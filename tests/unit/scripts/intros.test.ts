import { describe, expect, it } from 'vitest';
import { findIntros } from '../../../tools/ingest/intros/find.ts';
import { computeFingerprint, FRAME_RATE, type Fingerprint } from '../../../tools/ingest/intros/fingerprint.ts';
import { listFirstParts } from '../../../tools/ingest/intros/read-sound.ts';
import { createRandom, insertPart, makeTune } from '../../support/media/make-tune.ts';

const find = (sounds: readonly Float32Array[]) => findIntros(sounds.map(computeFingerprint));
const NONE = [null, null, null];
const SILENCE = new Float32Array();

/** Episodes of different sound that have a part in common at 1.06, 4.51 and 2.77 s. */
const makeSeason = (part: Float32Array, rest = 5) =>
  [1.06, 4.51, 2.77].map((seconds, at) =>
    insertPart(makeTune(10 + at, Math.ceil(seconds + part.length / 8000) + rest), part, { seconds }),
  );

/** The fingerprint of different sound in which some words are replaced, each `[seconds, words]`. */
function makeFingerprint(seed: number, seconds: number, parts: readonly [number, Uint32Array][] = []): Fingerprint {
  const random = createRandom(seed);
  const words = Uint32Array.from({ length: seconds * FRAME_RATE }, () => random() * 2 ** 32);
  for (const [from, part] of parts) words.set(part, from * FRAME_RATE);
  return { words, audible: new Uint8Array(words.length).fill(1) };
}

const makeCommon = (seconds: number) =>
  [3, 20, 11].map((from, at) => makeFingerprint(at, from + seconds + 10, [[from, makeFingerprint(9, seconds).words]]));

describe('the intro of a season', () => {
  const tune = makeTune(1, 20);

  it('is the sound that three episodes have in common, at any time, level and noise; another episode has none', () => {
    const places = [
      { seconds: 4.06, level: 1, noise: 0.001, seed: 1 },
      { seconds: 9.51, level: 0.3, noise: 0.01, seed: 2 },
      { seconds: 0.77, level: 0.6, noise: 0.05, seed: 3 },
    ];
    const episodes = places.map((place) => insertPart(makeTune(10 + place.seed, 35), tune, place));
    const spans = find([...episodes.slice(0, 2), makeTune(20, 35), ...episodes.slice(2)]);
    expect(spans[2]).toBeNull();
    spans.toSpliced(2, 1).forEach((span, at) => {
      const seconds = places[at]?.seconds ?? NaN;
      expect(Math.abs((span?.starts ?? NaN) - seconds)).toBeLessThanOrEqual(1.25);
      expect(Math.abs((span?.ends ?? NaN) - seconds - 20)).toBeLessThanOrEqual(1.25);
    });
  });

  it('lasts 15 to 120 s', () => {
    expect(findIntros(makeCommon(15))).toEqual([3, 20, 11].map((starts) => ({ starts, ends: starts + 15 })));
    expect(findIntros(makeCommon(119))).toEqual([3, 20, 11].map((starts) => ({ starts, ends: starts + 119 })));
    expect(findIntros(makeCommon(10))).toEqual(NONE);
    expect(findIntros(makeCommon(130))).toEqual(NONE);
  });

  it('needs three episodes that agree, not three pairs', () => {
    const season = makeCommon(30);
    expect(findIntros(season.slice(0, 2))).toEqual([null, null]);
    expect(findIntros([...season.slice(0, 2), makeFingerprint(30, 60)])).toEqual(NONE);
    expect(findIntros([])).toEqual([]);
    // Each two of three have a part of their own in common.
    const [one, two, three] = [1, 2, 3].map((seed) => makeFingerprint(100 + seed, 20).words) as [
      ...[Uint32Array, Uint32Array, Uint32Array],
    ];
    const pairs: [Uint32Array, Uint32Array][] = [
      [one, two],
      [two, three],
      [three, one],
    ];
    const episodes = pairs.map(([early, late], at) =>
      makeFingerprint(40 + at, 70, [
        [2, early],
        [30, late],
      ]),
    );
    expect(findIntros(episodes)).toEqual(NONE);
  });

  it('is not silence, noise, or sound that is alike by chance', () => {
    expect(find([SILENCE, SILENCE, SILENCE])).toEqual(NONE);
    expect(find(makeSeason(new Float32Array(20 * 8000)))).toEqual(NONE);
    expect(find(makeSeason(SILENCE, 20))).toEqual(NONE);
    const noises = [1, 2, 3].map((seed) =>
      insertPart(new Float32Array(20 * 8000), SILENCE, { seconds: 0, noise: 0.1, seed }),
    );
    expect(find(noises)).toEqual(NONE);
  });

  it('is not a film that was published three times, whose common sound does not end', () => {
    expect(find([tune, tune, tune])).toEqual(NONE);
    expect(find(makeSeason(tune, 0))).toEqual(NONE);
    expect(find([SILENCE, new Float32Array(100), tune])).toEqual(NONE);
  });
});

describe('the sound that is read', () => {
  const list = (lengths: readonly number[]) =>
    listFirstParts(
      [
        ...['#EXTM3U', '#EXT-X-MAP:URI="init.mp4"'],
        ...lengths.map((length, at) => `#EXTINF:${String(length)},\nseg-${String(at)}.m4s`),
      ].join('\n'),
    );

  it('is the first half, at most 15 minutes, from files beside the playlist', () => {
    expect(list([1, 2, 4, 4, 1])).toEqual(['init.mp4', 'seg-0.m4s', 'seg-1.m4s', 'seg-2.m4s']);
    expect(list(Array.from({ length: 1000 }, () => 4))).toHaveLength(1 + 225);
    expect(list([])).toEqual(['init.mp4']);
    expect(listFirstParts('#EXTM3U\n#EXTINF:4,\n../../secret.m4s\n')).toEqual([]);
  });
});
