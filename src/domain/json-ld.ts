import type {
  BreadcrumbList,
  ItemList,
  Person,
  Movie,
  Thing,
  TVEpisode,
  TVSeries,
  VideoObject,
  WebSite,
  WithActionConstraints,
  SearchAction,
} from 'schema-dts';

/** JSON as the text of a <script>: no `<` survives, so that no string can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** Typed by schema.org's own vocabulary: a property that a type does not have does not compile. */
export type JsonLd = Exclude<Thing, string>;

export interface Crumb {
  name: string;
  url: string;
}

/** schema.org BreadcrumbList of absolute addresses, from the home page down. */
export function breadcrumbs(crumbs: readonly Crumb[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: crumb.url,
    })),
  };
}

/** schema.org WebSite with the SearchAction that leads to /search/{query}. */
export function webSite(siteUrl: string, name: string, alternateName: string, locale: string): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?query={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    name,
    alternateName,
    url: `${siteUrl}/`,
    inLanguage: locale,
    potentialAction: search,
  };
}

/** schema.org ItemList of a page of titles, in their order; `total` counts all pages. */
export function itemList(name: string, total: number, items: readonly Crumb[]): ItemList {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: total,
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  };
}

/** schema.org Person; `image` is absolute. */
export function person(name: string, url: string, image: string | null): Exclude<Person, string> {
  return { '@type': 'Person', name, url, ...(image !== null && { image }) };
}

interface WorkFacts {
  kind: 'movie' | 'series' | 'episode' | 'video';
  url: string;
  name: string;
  alternateName: string;
  description: string;
  image: string;
  year: number;
  minutes: number;
  age: number;
  rating: number | null;
  genres: readonly string[];
  countries: readonly string[];
  languages: readonly string[];
  actors: readonly Crumb[];
  directors: readonly Crumb[];
  free: boolean;
  season: number | null;
  number: number | null;
  series: Crumb | null;
  seasons: readonly { number: number; episodes: number }[];
}

/** schema.org Movie, TVSeries, TVEpisode or VideoObject of a title. */
export function work(facts: WorkFacts): Movie | TVSeries | TVEpisode | VideoObject {
  const named = ({ name, url }: Crumb) => person(name, url, null);
  const common = {
    name: facts.name,
    alternateName: facts.alternateName,
    url: facts.url,
    description: facts.description,
    image: facts.image,
    inLanguage: [...facts.languages],
    genre: [...facts.genres],
    isAccessibleForFree: facts.free,
    typicalAgeRange: `${String(facts.age)}-`,
    ...(facts.actors.length > 0 && { actor: facts.actors.map(named) }),
    ...(facts.directors.length > 0 && { director: facts.directors.map(named) }),
  };
  const countryOfOrigin = facts.countries.map((name) => ({ '@type': 'Country' as const, name }));
  const dateCreated = String(facts.year);
  switch (facts.kind) {
    case 'video':
      return {
        '@type': 'VideoObject',
        ...common,
        duration: duration(facts.minutes),
        thumbnailUrl: facts.image,
        uploadDate: `${String(facts.year)}-01-01T00:00:00+03:30`,
      };
    case 'movie':
      return { '@type': 'Movie', ...common, duration: duration(facts.minutes), dateCreated, countryOfOrigin };
    case 'series':
      return {
        '@type': 'TVSeries',
        ...common,
        startDate: dateCreated,
        countryOfOrigin,
        numberOfSeasons: facts.seasons.length,
        numberOfEpisodes: facts.seasons.reduce((sum, season) => sum + season.episodes, 0),
        containsSeason: facts.seasons.map((season) => ({
          '@type': 'TVSeason',
          seasonNumber: season.number,
          numberOfEpisodes: season.episodes,
        })),
      };
    case 'episode':
      return {
        '@type': 'TVEpisode',
        ...common,
        timeRequired: duration(facts.minutes),
        dateCreated,
        ...(facts.number !== null && { episodeNumber: facts.number }),
        ...(facts.season !== null && { partOfSeason: { '@type': 'TVSeason', seasonNumber: facts.season } }),
        ...(facts.series && { partOfSeries: { '@type': 'TVSeries', ...facts.series } }),
      };
  }
}

function duration(minutes: number): string {
  return `PT${String(Math.floor(minutes / 60))}H${String(minutes % 60)}M`;
}
