/** The music of the clips that are told in shots: chords, a scale, a pace, a voice and drums, as a score for each genre. */

import type { Score } from './score.ts';
import { CLIP_OF_TRAILER, type StoryName, type TrailerName } from './stories.ts';

/** Half tones above the root. */
const CHORDS: Record<string, readonly number[]> = {
  '': [0, 7, 12, 16],
  m: [0, 7, 12, 15],
  '7': [0, 7, 10, 16],
  dim: [0, 6, 12, 15],
  sus: [0, 7, 12, 17],
};
const SCALES = {
  major: [0, 2, 4, 7, 9, 12, 14],
  minor: [0, 2, 3, 7, 8, 12, 14],
  hijaz: [0, 1, 4, 5, 7, 8, 12],
  shur: [0, 2, 3, 5, 7, 10, 12],
  whole: [0, 2, 4, 6, 8, 10, 12],
  blue: [0, 3, 5, 6, 7, 10, 12],
};
const NOTES = 'C C# D D# E F F# G G# A A# B'.split(' ');

/** The chords by name; the root of the scale as a MIDI note. */
interface Sheet extends Omit<Score, 'chords' | 'scale'> {
  chords: string;
  scale: keyof typeof SCALES;
  root: number;
}

function toScore({ chords, scale, root, ...rest }: Sheet): Score {
  const toChord = (name: string): number[] => {
    const [, note = 'C', kind = ''] = /^([A-G]#?)(.*)$/.exec(name) ?? [];
    const low = 36 + ((NOTES.indexOf(note) + 8) % 12) - 8;
    return [low, ...(CHORDS[kind] ?? []).map((step) => low + 12 + step)];
  };
  return { ...rest, chords: chords.split(' ').map(toChord), scale: SCALES[scale].map((step) => root + step) };
}

const SHEETS: Record<StoryName, Sheet> = {
  'clip-crime': {
    ...{ chords: 'Am Dm F E7 Am Fm E7 Am', scale: 'blue', root: 57, beat: 0.6, seed: 31, swell: 0.09, air: 0.34 },
    ...{ voice: 'string', drums: 'k..hs..hk.khs..h' },
  },
  'clip-road': {
    ...{ chords: 'D G A G D Bm G A D', scale: 'major', root: 62, beat: 0.5, seed: 37, swell: 0.2, voice: 'string' },
    drums: 'k.h.s.h.kkh.s.hh',
  },
  'clip-children': {
    ...{ chords: 'C F Dm G C Am F G C', scale: 'major', root: 72, beat: 0.375, seed: 41, swell: 0.14, air: 0.01 },
    ...{ voice: 'bell', drums: 'k.h.h.h.k.h.hhh.' },
  },
  'clip-space': {
    ...{ chords: 'Dsus A#sus Dm G#dim Dsus', scale: 'whole', root: 74, beat: 1.5, seed: 43, swell: 0.05, air: 0.012 },
    voice: 'bell',
  },
  'clip-war': {
    ...{ chords: 'Dm Dm A# Gm A7 Dm Gm Dm', scale: 'hijaz', root: 57, beat: 1.2, seed: 47, swell: 0.16, air: 0.05 },
    ...{ voice: 'reed', drums: 's.ssk.s.s.sskks.' },
  },
  'clip-palace': {
    ...{ chords: 'Dm Dsus Cm Dm Gm Dm Cm Dm', scale: 'hijaz', root: 62, beat: 0.3, seed: 53, swell: 0.1, air: 0.01 },
    ...{ voice: 'string', drums: 't..tk...t.t.k.h.' },
  },
  'clip-comedy': {
    ...{ chords: 'G C G D7 G E7 A7 D7 G', scale: 'major', root: 67, beat: 0.3, seed: 59, swell: 0.3, air: 0.008 },
    ...{ voice: 'reed', drums: 'k.s.k.s.k.s.kss.' },
  },
  'clip-forest': {
    ...{ chords: 'Edim Fm Edim A#dim Em Edim', scale: 'whole', root: 64, beat: 2.4, seed: 61, swell: 0.12, air: 0.04 },
    ...{ voice: 'bell', drums: 'k.k.............' },
  },
  'clip-rain': {
    ...{ chords: 'F C Dm A# F Gm C7 F', scale: 'major', root: 65, beat: 0.75, seed: 67, swell: 0.06, air: 0.4 },
    voice: 'string',
  },
  'clip-sea': {
    ...{
      chords: 'A E F#m D A D E A',
      scale: 'major',
      root: 69,
      beat: 1,
      seed: 71,
      swell: 0.17,
      air: 0.07,
      voice: 'bell',
    },
  },
  'clip-mountain': {
    ...{ chords: 'C A# F C Gm F C', scale: 'shur', root: 60, beat: 0.45, seed: 73, swell: 0.13, air: 0.06 },
    ...{ voice: 'reed', drums: 't.ttk.t.t.ttk.kk' },
  },
  'clip-stage': {
    ...{ chords: 'Gm Cm D7 Gm D# Cm D7 Gm', scale: 'shur', root: 67, beat: 0.24, seed: 79, swell: 0.2, air: 0.01 },
    ...{ voice: 'string', drums: 'k.h.t.hhk.tht.h.' },
  },
};

const entries = Object.entries(SHEETS).map(([name, sheet]): [string, Score] => [name, toScore(sheet)]);
const ofStories = Object.fromEntries(entries) as Record<StoryName, Score>;

/** A trailer has its film's music, faster and in another melody. */
export const STORY_SCORES = {
  ...ofStories,
  ...Object.fromEntries(
    Object.entries(CLIP_OF_TRAILER).map(([trailer, clip]): [string, Score] => {
      const score = ofStories[clip];
      return [trailer, { ...score, beat: score.beat * 0.75, seed: score.seed + 1 }];
    }),
  ),
} as Record<StoryName | TrailerName, Score>;
