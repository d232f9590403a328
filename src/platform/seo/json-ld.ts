import type {
  BreadcrumbList,
  Clip,
  ItemList,
  Person,
  Movie,
  Thing,
  TVEpisode,
  TVSeries,
  VideoObject,
  WebSite,
  WebPageElement,
} from 'schema-dts';
import { STARS_MAX } from '../config/constants.ts';

/** Escapes `<`, so that no string can end the script element or start a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

export type JsonLd = Exclude<Thing, string>; // schema.org types: an unknown property does not compile.

export interface Crumb {
  name: string;
  url: string;
}

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

export function webSite(siteUrl: string, name: string, alternateName: string, locale: string): WebSite {
  return {
    '@type': 'WebSite',
    name,
    alternateName,
    url: `${siteUrl}/`,
    inLanguage: locale,
  };
}

/** `total` counts all pages; null where unknown. */
export function itemList(name: string, total: number | null, items: readonly Crumb[]): ItemList {
  return {
    '@type': 'ItemList',
    name,
    ...(total !== null && { numberOfItems: total }),
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  };
}

function person(name: string, url: string, image: string | null): Exclude<Person, string> {
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
  viewerRating: { average: number; votes: number } | null; // 1 to 5; null without votes
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
  video: VideoFacts | null;
}

interface VideoFacts {
  uploaded: string;
  /** `t` in seconds. */
  playUrl: (seconds: number) => string;
  chapters: readonly { name: string; starts: number; ends: number }[]; // Seconds
}

export const PAYWALLED_CLASS = 'paywalled'; // Referenced by the paywall markup (`hasPart.cssSelector`)

export function work(facts: WorkFacts): Movie | TVSeries | TVEpisode | VideoObject {
  const toPerson = ({ name, url }: Crumb) => person(name, url, null);
  const common = {
    name: facts.name,
    alternateName: facts.alternateName,
    url: facts.url,
    description: facts.description,
    image: facts.image,
    inLanguage: [...facts.languages],
    genre: [...facts.genres],
    isAccessibleForFree: facts.free,
    ...(facts.age >= 0 && { typicalAgeRange: `${String(facts.age)}-` }),
    ...(facts.viewerRating && {
      aggregateRating: {
        '@type': 'AggregateRating' as const,
        ratingValue: facts.viewerRating.average,
        ratingCount: facts.viewerRating.votes,
        bestRating: STARS_MAX,
        worstRating: 1,
      },
    }),
    ...(facts.actors.length > 0 && { actor: facts.actors.map(toPerson) }),
    ...(facts.directors.length > 0 && { director: facts.directors.map(toPerson) }),
  };
  const countryOfOrigin = facts.countries.map((name) => ({ '@type': 'Country' as const, name }));
  // A provider may omit year and length.
  const dateCreated = facts.year > 0 ? { dateCreated: String(facts.year) } : {};
  const video = facts.video && { video: { '@id': videoId(facts.url) } };
  switch (facts.kind) {
    case 'video':
      return {
        '@type': 'VideoObject',
        '@id': videoId(facts.url),
        ...common,
        ...dateCreated,
        ...(facts.minutes > 0 && { duration: duration(facts.minutes) }),
        thumbnailUrl: facts.image,
        ...(facts.video && { uploadDate: uploadDate(facts.video) }),
        ...parts(facts),
      };
    case 'movie':
      return {
        '@type': 'Movie',
        ...common,
        ...video,
        ...(facts.minutes > 0 && { duration: duration(facts.minutes) }),
        ...dateCreated,
        countryOfOrigin,
        ...parts({ ...facts, video: null }),
      };
    case 'series':
      return {
        '@type': 'TVSeries',
        ...common,
        ...parts(facts),
        ...(facts.year > 0 && { startDate: String(facts.year) }),
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
        ...video,
        ...parts({ ...facts, video: null }),
        ...(facts.minutes > 0 && { timeRequired: duration(facts.minutes) }),
        ...dateCreated,
        ...(facts.number !== null && { episodeNumber: facts.number }),
        ...(facts.season !== null && { partOfSeason: { '@type': 'TVSeason', seasonNumber: facts.season } }),
        ...(facts.series && { partOfSeries: { '@type': 'TVSeries', ...facts.series } }),
      };
  }
}

export function buildVideo(facts: WorkFacts): Exclude<VideoObject, string> | null {
  if (!facts.video || facts.kind === 'video') return null;
  return {
    '@type': 'VideoObject',
    '@id': videoId(facts.url),
    name: facts.name,
    description: facts.description || facts.name,
    url: facts.url,
    thumbnailUrl: facts.image,
    uploadDate: uploadDate(facts.video),
    duration: duration(facts.minutes),
    inLanguage: [...facts.languages],
    isFamilyFriendly: facts.age < ADULT,
    isAccessibleForFree: facts.free,
    ...parts(facts),
  };
}

const ADULT = 18;

function videoId(url: string): string {
  return `${url}#video`;
}

/** Tehran's midnight. */
function uploadDate({ uploaded }: VideoFacts): string {
  return `${uploaded}T00:00:00+03:30`;
}

function parts({ free, video, url }: WorkFacts): { hasPart?: (WebPageElement | Clip)[] } {
  const wall: WebPageElement[] = free
    ? []
    : [{ '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: `.${PAYWALLED_CLASS}` }];
  const clips = (video?.chapters ?? []).map((chapter): Clip => ({
    '@type': 'Clip',
    '@id': `${url}#clip-${String(chapter.starts)}`,
    name: chapter.name,
    startOffset: chapter.starts,
    endOffset: chapter.ends,
    url: video?.playUrl(chapter.starts) ?? url,
  }));
  const all = [...wall, ...clips];
  return all.length > 0 ? { hasPart: all } : {};
}

function duration(minutes: number): string {
  return `PT${String(Math.floor(minutes / 60))}H${String(minutes % 60)}M`;
}
