import { type ArtMagazine, assignCovers, keyCover, listNumbers } from './assign-covers.ts';
import { assignCompositions } from './assign.ts';
import type { Still } from './backdrop.ts';
import { type CompositionName, rankCompositions } from './compositions.ts';
import type { Language } from './lettering.ts';
import type { ArtTitle } from './poster.ts';
import type { Look } from './portrait.ts';
import { type ArtProgramme, assignProgrammes, nameProgrammePicture } from './programmes.ts';
import { createRng } from './prng.ts';

/** One piece of art to be drawn; `name` is its key without the hash, by which rows ask for it. */
export type ArtJob =
  | { name: string; draw: 'poster' | 'wordmark'; subject: ArtTitle; language: Language }
  | { name: string; draw: 'backdrop'; subject: ArtTitle }
  | { name: string; draw: 'still'; subject: Still }
  | { name: string; draw: 'portrait'; subject: Look }
  | { name: string; draw: 'cover'; subject: { slug: string; number: number; composition: CompositionName } }
  | { name: string; draw: 'logo'; subject: { slug: string; colour: string } };

interface CatalogueTitle extends Omit<ArtTitle, 'composition'> {
  synopsis_en: string;
}

/** The fields of a catalogue that the art reads. `colour` is a CSS colour of six hex digits. */
export interface ArtCatalogue {
  titles: readonly CatalogueTitle[];
  people: readonly Look[];
  magazines: readonly ArtMagazine[];
  channels: readonly { slug: string; colour: string }[];
  /** Those that are titles excepted. */
  programmes?: readonly ArtProgramme[];
  /** Ids in the order in which pages show them: no two in sight of each other share a composition. */
  rows?: readonly (readonly number[])[];
  /** Names of stills by the id of their title; each of a title differs, those of its episodes too. */
  stills?: ReadonlyMap<number, readonly string[]>;
  episodeStills?: ReadonlyMap<number, readonly string[]>;
  /** Titles with a wordmark. */
  marks?: readonly number[];
  genres?: readonly string[];
}

/** All the art of a catalogue. */
export function artJobs(catalogue: ArtCatalogue): ArtJob[] {
  const { titles, people, magazines, channels, rows = [], marks = [], genres = [], programmes = [] } = catalogue;
  const compositions = assignCompositions(titles, rows);
  const covers = assignCovers(magazines);
  return [
    ...titles.flatMap((title): ArtJob[] => {
      const { id, name_fa, name_en, year, countries } = title;
      const composition = compositions.get(id);
      if (!composition) throw new Error(`no composition for ${name_en}`);
      const subject = { id, name_fa, name_en, year, genres: title.genres, countries, composition };
      const languages: readonly Language[] = ['fa', 'en'];
      return [
        { name: `poster-${String(id)}`, draw: 'poster', subject, language: 'fa' },
        { name: `poster-${String(id)}-en`, draw: 'poster', subject, language: 'en' },
        { name: `backdrop-${String(id)}`, draw: 'backdrop', subject },
        ...listStills(title, composition, catalogue),
        ...(marks.includes(id) ? languages : []).map((language): ArtJob => {
          return { name: `wordmark-${String(id)}-${language}`, draw: 'wordmark', subject, language };
        }),
      ];
    }),
    ...genres.map((key): ArtJob => {
      const subject = { seed: `genre/${key}`, composition: chooseForGenre(key) };
      return { name: `still-genre-${key}`, draw: 'still', subject };
    }),
    ...people.map(({ slug, female, iranian, born, countries }): ArtJob => {
      return { name: `portrait-${slug}`, draw: 'portrait', subject: { slug, female, iranian, born, countries } };
    }),
    ...magazines.flatMap((magazine) =>
      listNumbers(magazine).map((number): ArtJob => {
        const { slug } = magazine;
        const subject = { slug, number, composition: covers.get(keyCover(slug, number)) ?? 'books' };
        return { name: `cover-${slug}-${String(number)}`, draw: 'cover', subject };
      }),
    ),
    ...channels.map(({ slug, colour }): ArtJob => {
      return { name: `logo-${slug}`, draw: 'logo', subject: { slug, colour } };
    }),
    ...listProgrammePictures(programmes),
  ];
}

/** A channel shows a composition in one picture, however many of its programmes have it. */
function listProgrammePictures(programmes: readonly ArtProgramme[]): ArtJob[] {
  const pictures = new Map<string, CompositionName>();
  for (const [key, composition] of assignProgrammes(programmes))
    pictures.set(nameProgrammePicture(key, composition), composition);
  return [...pictures].map(([name, composition]) => ({ name, draw: 'still', subject: { seed: name, composition } }));
}

/** The title's own composition first, then the next best, each once before any comes again. */
function listStills(title: CatalogueTitle, first: CompositionName, { stills, episodeStills }: ArtCatalogue): ArtJob[] {
  const ofTitle = stills?.get(title.id) ?? [];
  const names = [...ofTitle, ...(episodeStills?.get(title.id) ?? [])];
  if (names.length === 0) return [];
  const rng = createRng(`stills/${String(title.id)}`);
  const ranks = rankCompositions(title, () => rng.next() * 3).map(({ name }) => name);
  const order = [first, ...ranks.filter((name) => name !== first)];
  return names.map((name, at): ArtJob => {
    const subject = { seed: name, composition: order[at % order.length] ?? first, small: at >= ofTitle.length };
    return { name, draw: 'still', subject };
  });
}

const GENRE_PICTURES: Record<string, CompositionName> = {
  drama: 'profiles',
  comedy: 'masks',
  romance: 'umbrella',
  family: 'feast',
  crime: 'fingerprint',
  thriller: 'blinds',
  mystery: 'maze',
  action: 'planes',
  adventure: 'mountains',
  scifi: 'astronaut',
  fantasy: 'castle',
  animation: 'lion',
  documentary: 'filmCamera',
  history: 'columns',
  war: 'trench',
  biography: 'books',
  horror: 'forest',
  musical: 'setar',
  sport: 'goal',
  western: 'caravan',
  children: 'kite',
  social: 'windows',
  short: 'clapper',
};

function chooseForGenre(key: string): CompositionName {
  return GENRE_PICTURES[key] ?? 'curtain';
}
