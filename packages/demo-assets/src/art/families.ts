import type { Family } from './canvas.ts';
import { arches, city, doorway, girih, tiles } from './families/architecture.ts';
import { birds, boteh, brush, constellation, profiles } from './families/figures.ts';
import { garden, mountains, waves, zigzag } from './families/landscape.ts';
import { collage, curtain, eye, filmstrip } from './families/stage.ts';
import { projector, spiral, stairs } from './families/suspense.ts';
import type { Scheme } from './palette.ts';
import type { Rng } from './prng.ts';

interface Mood {
  families: readonly [Family, ...Family[]];
  schemes: readonly [Scheme, ...Scheme[]];
}

const DARK = ['night', 'night', 'night', 'flat'] as const;
const BRIGHT = ['flat', 'paper', 'hot', 'paper'] as const;
const EVEN = ['night', 'flat', 'paper', 'flat', 'hot'] as const;

/** The mood of each genre; a key not listed gets the drama's. */
const MOODS: Record<string, Mood> = {
  drama: {
    families: [arches, profiles, zigzag, waves, doorway, collage, birds, garden, brush, city, stairs],
    schemes: EVEN,
  },
  social: { families: [city, collage, stairs, profiles, arches, doorway], schemes: EVEN },
  family: { families: [arches, tiles, garden, birds, zigzag], schemes: BRIGHT },
  comedy: { families: [tiles, curtain, collage, filmstrip, birds, projector], schemes: BRIGHT },
  romance: { families: [boteh, garden, waves, profiles, brush], schemes: EVEN },
  crime: { families: [city, doorway, stairs, profiles, spiral], schemes: DARK },
  thriller: { families: [doorway, eye, city, collage, spiral, stairs], schemes: DARK },
  mystery: { families: [eye, doorway, profiles, spiral, stairs], schemes: DARK },
  horror: { families: [doorway, eye, garden, spiral], schemes: ['night'] },
  action: { families: [collage, mountains, city, filmstrip], schemes: EVEN },
  adventure: { families: [mountains, waves, zigzag, constellation], schemes: EVEN },
  western: { families: [mountains, zigzag], schemes: ['hot', 'flat', 'paper'] },
  fantasy: { families: [constellation, birds, garden, mountains, girih], schemes: EVEN },
  scifi: { families: [constellation, spiral, city, constellation, mountains], schemes: DARK },
  history: { families: [girih, arches, boteh, garden, mountains], schemes: EVEN },
  war: { families: [mountains, collage, birds, doorway], schemes: ['night', 'flat', 'hot'] },
  biography: { families: [profiles, projector, brush, stairs], schemes: EVEN },
  documentary: { families: [filmstrip, zigzag, girih, projector, mountains], schemes: EVEN },
  music: { families: [curtain, brush, waves, projector], schemes: EVEN },
  animation: { families: [tiles, birds, constellation, zigzag], schemes: BRIGHT },
  children: { families: [tiles, birds, zigzag, curtain], schemes: BRIGHT },
  sport: { families: [tiles, mountains, collage], schemes: BRIGHT },
  theatre: { families: [curtain, profiles], schemes: EVEN },
};

const ALIASES: Record<string, string> = {
  sciencefiction: 'scifi',
  historical: 'history',
  musical: 'music',
  kids: 'children',
  kid: 'children',
  child: 'children',
  romantic: 'romance',
  romcom: 'romance',
  noir: 'crime',
  suspense: 'thriller',
  epic: 'history',
  religious: 'history',
  biographical: 'biography',
  sports: 'sport',
  theater: 'theatre',
  psychological: 'mystery',
  detective: 'crime',
  political: 'thriller',
};

const OWN: readonly Family[] = [girih, boteh, arches, zigzag, garden, brush];

/** Chooses the composition and the schemes: by genre first, and Iran's own forms for Iran's own films. */
export function chooseFamily(
  rng: Rng,
  genres: readonly string[],
  countries: readonly string[],
): { draw: Family; schemes: Mood['schemes'] } {
  const drama = MOODS['drama'];
  if (!drama) throw new Error('no drama');
  const moods = genres
    .map((genre) => {
      const key = genre.toLowerCase().replace(/[^a-z]/g, '');
      return MOODS[ALIASES[key] ?? key];
    })
    .filter((mood) => mood !== undefined);
  // A drama that is also something else should look like the something else.
  const telling = moods.filter((mood) => mood !== drama);
  const from = telling.length ? [...telling, ...(moods.includes(drama) && rng.chance(0.35) ? [drama] : [])] : [drama];
  const mood = rng.pick([from[0] ?? drama, ...from.slice(1)]);
  const iranian = countries.includes('IR');
  const fitting = mood.families.filter(
    (family) => iranian || !OWN.includes(family) || family === arches || family === zigzag,
  );
  if (iranian && mood === drama && rng.chance(0.3)) fitting.push(...OWN);
  return { draw: rng.pick([fitting[0] ?? mood.families[0], ...fitting.slice(1)]), schemes: mood.schemes };
}
