import { slideIds, titlesOfList } from './lists.ts';
import type { Catalogue, Title } from './schema.ts';
import { computeViews } from './views.ts';

/** Cards of "more like this" (src/features/titles/server/related.ts). */
const MAX_RELATED = 12;
const DIRECTOR_WEIGHT = 2;
/** Of each genre and kind, the most watched. */
const MAX_NEAREST = 48;

/**
 * Ids as they stand side by side: lists, the slider, each genre, kind and country in the orders of its page, each title
 * with more like it, and the works of each person.
 */
export function rowsInSight(catalogue: Catalogue): number[][] {
  const { titles, lists, genres } = catalogue;
  const newest = titles.toSorted((a, b) => b.year - a.year || b.id - a.id);
  const popular = titles.toSorted((a, b) => computeViews(b) - computeViews(a) || b.id - a.id);
  const best = titles.toSorted((a, b) => (b.rating ?? 0) - (a.rating ?? 0) || b.id - a.id);
  const ids = (list: readonly Title[]): number[] => list.map(({ id }) => id);
  return [
    slideIds(titles),
    ...lists.map((list) => titlesOfList(list, titles)),
    ...[newest, popular].flatMap((order) => [
      ...(['movie', 'series', 'video'] as const).map((kind) => ids(order.filter((title) => title.kind === kind))),
      ...genres.map(({ key }) => ids(order.filter((title) => title.genres.includes(key)))),
    ]),
    ids(popular.filter(({ kind }) => kind !== 'video')),
    ids(best.filter(({ kind }) => kind === 'movie')).slice(0, 36),
    ...titles.map((title) => listRelated(title, popular)),
    ...listWorks(newest),
  ];
}

const findDirectors = ({ crew }: Title) => crew.filter(({ job }) => job === 'director').map(({ person }) => person);

/** A title and what its page shows as more like it. `popular`: the most watched first. */
export function listRelated(title: Title, popular: readonly Title[]): number[] {
  const directors = findDirectors(title);
  const nearest = title.genres.map((genre) => listNearest(popular, genre));
  const related = popular
    .filter(({ id }) => id !== title.id)
    .map((other) => {
      const genres = nearest.filter((ids) => ids.has(other.id)).length;
      const works = findDirectors(other).filter((person) => directors.includes(person)).length;
      return { id: other.id, isSameKind: other.kind === title.kind, shared: genres + works * DIRECTOR_WEIGHT };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => Number(b.isSameKind) - Number(a.isSameKind) || b.shared - a.shared);
  return [title.id, ...related.slice(0, MAX_RELATED).map(({ id }) => id)];
}

function listNearest(popular: readonly Title[], genre: string): Set<number> {
  const counts = new Map<string, number>();
  const nearest = popular.filter(({ kind, genres }) => {
    const count = (counts.get(kind) ?? 0) + Number(genres.includes(genre));
    counts.set(kind, count);
    return genres.includes(genre) && count <= MAX_NEAREST;
  });
  return new Set(nearest.map(({ id }) => id));
}

/** The works of each person, the newest first. */
function listWorks(newest: readonly Title[]): number[][] {
  const works = new Map<string, number[]>();
  for (const { id, cast, crew } of newest)
    for (const person of new Set([...cast, ...crew].map((credit) => credit.person)))
      works.set(person, [...(works.get(person) ?? []), id]);
  return [...works.values()].filter(({ length }) => length > 1);
}
