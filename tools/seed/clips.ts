import { existsSync } from 'node:fs';
import { assignApart } from '@pardeh/demo-assets/art/assign';
import { isForSale } from '@pardeh/demo-assets/clips/config';
import { slideIds, titlesOfList } from './lists.ts';
import type { Catalogue, Title } from './schema.ts';

/** The films that tests play and measure, and the titles and series that play them in turns in a catalogue for tests. */
const FILMS = ['clip-1', 'clip-2'] as const;
const PLAYED_BY_TESTS: ReadonlySet<number> = new Set([
  1, 2, 10, 11, 30, 35, 39, 52, 96, 99, 101, 102, 126, 201, 202, 203, 225, 301, 317, 321,
]);

/** The clips that are told in shots, by the genres that they suit. */
export const SUITS: Readonly<Record<string, readonly string[]>> = {
  'clip-space': ['scifi', 'fantasy'],
  'clip-children': ['children', 'animation'],
  'clip-crime': ['crime', 'thriller', 'mystery'],
  'clip-forest': ['horror', 'mystery', 'thriller', 'fantasy', 'scifi'],
  'clip-war': ['war', 'history', 'action'],
  'clip-palace': ['history', 'romance', 'biography'],
  'clip-comedy': ['comedy', 'animation', 'short'],
  'clip-rain': ['romance', 'drama', 'family', 'short', 'musical'],
  'clip-sea': ['documentary', 'short', 'social', 'drama'],
  'clip-mountain': ['adventure', 'action', 'sport', 'western', 'fantasy', 'children'],
  'clip-stage': ['musical', 'biography', 'documentary', 'comedy'],
  'clip-road': ['drama', 'social', 'family', 'western', 'adventure', 'sport', 'documentary'],
};
/** Neighbours among the first of a row play different clips; a rail has twelve cards, without those above an age. */
export const RAIL_LENGTH = 30;
const APART = { sight: 2, costOfUse: 0.1 };

/** Points of a genre: most for the first, least for drama, which nearly all are. */
const weigh = (genre: string, at: number): number => (genre === 'drama' ? 1 : at === 0 ? 6 : 3);

/** The clips that suit a title, best first. */
function rankClips({ genres }: Title): { name: string; score: number }[] {
  return Object.entries(SUITS)
    .map(([name, suits]) => ({
      name,
      score: genres.reduce((sum, genre, at) => sum + (suits.includes(genre) ? weigh(genre, at) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** Which folders the titles of a catalogue play. */
export interface Clips {
  /** Of a title or of one of its episodes; null for what is not out. */
  film: (title: Title, id: number) => string | null;
  /** A folder that no title plays as its film. */
  trailer: (title: Title) => string;
}

export function assignClips(catalogue: Catalogue): Clips {
  const { titles, lists } = catalogue;
  const rows = [slideIds(titles), ...lists.map((list) => titlesOfList(list, titles))];
  const pairs = rows.flatMap((row) => row.slice(0, RAIL_LENGTH).map((_, at) => row.slice(at, at + 2)));
  const sold = new Set(catalogue.prices.map(({ title }) => title));
  const listClips = (title: Title) => {
    const ranks = rankClips(title);
    const forSale = ranks.filter(({ name }) => isForSale(name));
    return title.access === 'download_only' || sold.has(title.id) ? forSale : ranks;
  };
  const wishes = titles.map((title) => ({ id: title.id, ranks: listClips(title) }));
  const chosen = assignApart(wishes, pairs, APART);
  const choose = ({ id, name_en }: Title): string => {
    const name = chosen.get(id);
    if (name === undefined) throw new Error(`no clip suits ${name_en}`);
    return name;
  };
  return {
    film: (title, id) => {
      if (title.release !== 'released') return null;
      if (catalogue.forTests === true && PLAYED_BY_TESTS.has(title.id)) return FILMS[id % FILMS.length] ?? null;
      if (id === title.id) return choose(title);
      // Episodes take turns, so that the next one is another.
      const [first, second] = [choose(title), listClips(title).find(({ name }) => name !== choose(title))?.name];
      return id % 2 === 0 ? first : (second ?? first);
    },
    trailer: (title) => choose(title).replace('clip-', 'trailer-'),
  };
}

/** The path of a clip's download below seed/media, or null where it lacks the quality. */
export function findDownload(clip: string, quality: string): string | null {
  const file = `seed/media/${clip}/download/${quality}.mp4`;
  return existsSync(file) ? file : null;
}
