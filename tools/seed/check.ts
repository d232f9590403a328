import type { Catalogue, Title } from './schema.ts';

const DAY_MINUTES = 24 * 60;

export interface Findings {
  /** Faults that make the catalogue unusable. */
  errors: string[];
  /** Points that an editor should look at. */
  warnings: string[];
}

/** Checks what no single file can: that ids are unique and that every reference points at something. */
export function checkCatalogue(catalogue: Catalogue): Findings {
  return {
    errors: [
      ...repeated(
        'title or episode id',
        catalogue.titles.flatMap((title) => [title.id, ...listEpisodes(title).map(({ id }) => id)]),
      ),
      ...repeated(
        'genre',
        catalogue.genres.map(({ key }) => key),
      ),
      ...repeated(
        'list',
        catalogue.lists.map(({ key }) => key),
      ),
      ...repeated(
        'channel or magazine slug',
        [...catalogue.channels, ...catalogue.magazines].map(({ slug }) => slug),
      ),
      ...catalogue.titles.flatMap((title) => titleErrors(title, catalogue)),
      ...programmeErrors(catalogue),
      ...listErrors(catalogue),
      ...saleErrors(catalogue),
    ],
    warnings: [...sameNames(catalogue)],
  };
}

function listEpisodes(title: Title) {
  return (title.seasons ?? []).flatMap((season) => season.episodes);
}

function titleErrors(title: Title, { genres, people }: Catalogue): string[] {
  const name = `${title.kind} ${String(title.id)} (${title.name_en})`;
  const genreKeys = new Set(genres.map(({ key }) => key));
  const slugs = new Set(people.map(({ slug }) => slug));
  const missing = [...title.cast, ...title.crew].filter(({ person }) => !slugs.has(person)).map(({ person }) => person);
  return [
    ...title.genres.filter((genre) => !genreKeys.has(genre)).map((genre) => `${name}: unknown genre ${genre}`),
    ...[...new Set(missing)].map((person) => `${name}: unknown person ${person}`),
    ...repeated(`${name}: genre`, title.genres),
    ...(title.kind === 'series' && listEpisodes(title).length === 0 ? [`${name}: no episodes`] : []),
    ...(title.kind !== 'series' && title.seasons ? [`${name}: seasons of a ${title.kind}`] : []),
    ...(title.release !== 'released' && title.release_date === undefined ? [`${name}: no release_date`] : []),
  ];
}

/** Each day of a channel covers 24 hours without a gap. */
function programmeErrors({ channels }: Catalogue): string[] {
  return channels.flatMap(({ slug, week }) =>
    week.flatMap((items, day) => {
      let at = 0;
      const gap = items.find((item) => {
        const wrong = item.start !== at;
        at = item.start + item.minutes;
        return wrong;
      });
      if (gap) return [`channel ${slug}, day ${String(day)}: gap or overlap at minute ${String(gap.start)}`];
      return at === DAY_MINUTES ? [] : [`channel ${slug}, day ${String(day)}: ends at minute ${String(at)}`];
    }),
  );
}

function listErrors({ lists, titles, genres }: Catalogue): string[] {
  const ids = new Set(titles.map(({ id }) => id));
  const genreKeys = new Set(genres.map(({ key }) => key));
  return lists.flatMap(({ key, titles: chosen, rule }) => [
    ...(chosen ?? []).filter((id) => !ids.has(id)).map((id) => `list ${key}: unknown title ${String(id)}`),
    ...(rule?.genre !== undefined && !genreKeys.has(rule.genre) ? [`list ${key}: unknown genre ${rule.genre}`] : []),
    ...(chosen || rule ? [] : [`list ${key}: neither titles nor a rule`]),
  ]);
}

function saleErrors({ prices, screenings, titles }: Catalogue): string[] {
  const ids = new Set(titles.map(({ id }) => id));
  const sold = [...prices, ...screenings].map(({ title }) => title);
  return [
    ...repeated(
      'price of title',
      prices.map(({ title }) => title),
    ),
    ...repeated(
      'screening',
      screenings.map(({ id }) => id),
    ),
    ...sold.filter((id) => !ids.has(id)).map((id) => `price or screening: unknown title ${String(id)}`),
  ];
}

/** One Persian name under two slugs is most likely one person spelt twice. */
function sameNames({ people }: Catalogue): string[] {
  const byName = Map.groupBy(people, ({ name_fa }) => name_fa);
  return [...byName]
    .filter(([, namesakes]) => namesakes.length > 1)
    .map(([name, namesakes]) => `«${name}» stands under ${namesakes.map(({ slug }) => slug).join(' and ')}`);
}

function repeated(name: string, values: readonly (string | number)[]): string[] {
  const seen = new Set<string | number>();
  const twice = values.filter((value) => seen.size === seen.add(value).size);
  return twice.map((value) => `${name} twice: ${String(value)}`);
}
