import type { Scheme } from './palette.ts';

type Schemes = readonly [Scheme, ...Scheme[]];

const DARK = ['night', 'night', 'night', 'flat'] as const;
const BRIGHT = ['flat', 'paper', 'hot', 'paper'] as const;
const EVEN = ['night', 'flat', 'paper', 'flat', 'hot'] as const;

/** First match of a title's genres counts; any other is even. */
const MOODS: readonly (readonly [genre: string, schemes: Schemes])[] = [
  ['horror', ['night']],
  ['children', BRIGHT],
  ['animation', BRIGHT],
  ['comedy', BRIGHT],
  ['western', ['hot', 'flat', 'paper']],
  ['war', ['night', 'flat', 'hot']],
  ['crime', DARK],
  ['thriller', DARK],
  ['mystery', DARK],
  ['scifi', DARK],
  ['sport', BRIGHT],
  ['family', BRIGHT],
];

export function chooseSchemes(genres: readonly string[]): Schemes {
  return MOODS.find(([genre]) => genres.includes(genre))?.[1] ?? EVEN;
}
