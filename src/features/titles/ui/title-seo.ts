import type { TitleDetails } from '../contract/catalogue.ts';
import { breadcrumbs, buildVideo, work } from '../../../platform/seo/json-ld.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import { describeSocialImage, getSocialImagePath } from '../../../platform/seo/social-image.ts';
import { paths } from '../../../platform/paths.ts';
import { cutSynopsis } from '../seo-texts.ts';
import { getUploadDate } from '../watchable.ts';
import { formatYear } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Seo } from '../../../platform/seo/seo.ts';

const OG_TYPE = {
  movie: 'video.movie',
  series: 'video.tv_show',
  episode: 'video.episode',
  video: 'video.movie',
} as const;
const LISTING = {
  movie: m.listing_movie,
  series: m.listing_series,
  episode: m.listing_series,
  video: m.listing_video,
} as const;

export function buildTitleSeo(
  title: TitleDetails,
  locale: Locale,
  siteUrl: string,
  rating: { average: number | null; votes: number } | null = null,
): Seo {
  const name = nameIn(locale, title);
  const path = paths.title(title.kind, title.id);
  const synopsis = locale === 'fa' ? title.synopsis_fa : title.synopsis_en;
  const crumb = (text: string, address: string) => ({ name: text, url: siteUrl + address });
  const person = (credit: TitleDetails['cast'][number]) => crumb(nameIn(locale, credit), paths.person(credit.id));
  const series = title.series && crumb(nameIn(locale, title.series), paths.title('series', title.series.id));
  const facts = {
    kind: title.kind,
    url: siteUrl + path,
    name,
    alternateName: locale === 'fa' ? title.name_en : title.name_fa,
    description: synopsis,
    image: new URL(getSocialImagePath(title), siteUrl).href,
    year: title.year,
    minutes: title.minutes,
    age: title.age,
    viewerRating: rating && rating.average !== null ? { average: rating.average, votes: rating.votes } : null,
    genres: title.genres.map((genre) => (locale === 'fa' ? genre.label_fa : genre.label_en)),
    countries: title.countries,
    languages: title.languages,
    actors: title.cast.map(person),
    directors: title.crew.filter((credit) => credit.job === 'director').map(person),
    free: title.access === 'free',
    season: title.season,
    number: title.number,
    series,
    seasons: title.seasons.map((season) => ({ number: season.number, episodes: season.episodes.length })),
    video: title.watchable
      ? {
          uploaded: getUploadDate({ releaseDate: title.release_date, updatedAt: title.updated_at }),
          playUrl: (seconds: number) => siteUrl + paths.play(title.kind, title.id, seconds),
          chapters: title.chapters.map((chapter) => ({ ...chapter, name: nameIn(locale, chapter) })),
        }
      : null,
  };
  const video = buildVideo(facts);
  const image = describeSocialImage(title, name);
  const fallback = title.year > 0 ? m.title_seo({ name, year: formatYear(title.year, title.iranian) }) : name;
  return {
    title: (locale === 'fa' ? title.seo_title_fa : title.seo_title_en) ?? fallback,
    description: (locale === 'fa' ? title.seo_description_fa : title.seo_description_en) ?? cutSynopsis(synopsis),
    path,
    ...(image && { image }),
    type: OG_TYPE[title.kind],
    noindex: title.is_named === false,
    jsonLd: [
      work(facts),
      ...(video ? [video] : []),
      breadcrumbs([
        crumb(m.nav_home(), paths.home()),
        series ?? crumb(LISTING[title.kind](), paths.titles(title.kind)),
        crumb(name, path),
      ]),
    ],
  };
}
