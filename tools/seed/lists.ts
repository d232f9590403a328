import type { Catalogue, Title } from './schema.ts';
import { computeViews } from './views.ts';

/** A rule's list ends here: an editorial list is read, not searched. */
const LIST_MAX = 96;

/** The hero's films and a series, by English name; the first that the catalogue has lead, and the best rated follow. */
const SLIDES = [
  'A Separation',
  'Leila',
  'The Cow',
  'Children of Heaven',
  'Close-Up',
  'Shahrzad',
  'The Salesman',
  'Hamoun',
  'About Elly',
];
const SLIDE_COUNT = 6;

/** A list's title ids in order: those chosen by hand, else what its rule finds. */
export function titlesOfList(list: Catalogue['lists'][number], titles: readonly Title[]): number[] {
  if (list.titles) return list.titles;
  const { rule } = list;
  if (!rule) return [];
  return titles
    .filter(
      (title) =>
        (rule.kind === undefined || title.kind === rule.kind) &&
        (rule.genre === undefined || title.genres.includes(rule.genre)) &&
        (rule.country === undefined || title.countries.includes(rule.country)) &&
        (rule.notCountry === undefined || !title.countries.includes(rule.notCountry)),
    )
    .sort(by[rule.sort])
    .slice(0, rule.limit ?? LIST_MAX)
    .map(({ id }) => id);
}

/** The titles of the hero slider. */
export function slideIds(titles: readonly Title[]): number[] {
  const released = titles.filter(({ kind, release }) => kind !== 'video' && release === 'released');
  const chosen = SLIDES.flatMap((name) => released.filter((title) => title.name_en === name).slice(0, 1));
  const best = released.toSorted(by.rating).filter((title) => !chosen.includes(title));
  return [...chosen, ...best].slice(0, SLIDE_COUNT).map(({ id }) => id);
}

const by: Record<'newest' | 'rating' | 'views', (a: Title, b: Title) => number> = {
  newest: (a, b) => b.year - a.year || b.id - a.id,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || b.id - a.id,
  views: (a, b) => computeViews(b) - computeViews(a) || b.id - a.id,
};
