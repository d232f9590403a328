import type { TitleDetails } from '../../contract/catalogue.ts';
import { breadcrumbs, videoOf, work } from '../../domain/json-ld.ts';
import { nameIn, type Locale } from '../../domain/locale.ts';
import { OG_HEIGHT, OG_WIDTH, ogImagePath } from '../../domain/og-image.ts';
import { paths } from '../../domain/paths.ts';
import { uploadedOn } from '../../domain/watchable.ts';
import { formatYear } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import type { Seo } from '../shell/Head.astro';

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

/** What search engines read of a title, in one locale. `siteUrl` is the public origin. */
export function titleSeo(title: TitleDetails, locale: Locale, siteUrl: string): Seo {
  const name = nameIn(locale, title);
  const path = paths.title(title.kind, title.id);
  const image = ogImagePath({ ...title, series_fa: title.series?.name_fa ?? null });
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
    image: siteUrl + image,
    year: title.year,
    minutes: title.minutes,
    age: title.age,
    rating: title.rating,
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
          uploaded: uploadedOn({ releaseDate: title.release_date, updatedAt: title.updated_at }),
          playUrl: (seconds: number) => siteUrl + paths.play(title.kind, title.id, seconds),
          chapters: title.chapters.map((chapter) => ({ ...chapter, name: nameIn(locale, chapter) })),
        }
      : null,
  };
  const video = videoOf(facts);
  return {
    title: m.title_seo({ name, year: formatYear(title.year, title.iranian) }),
    description: synopsis.length > 160 ? `${synopsis.slice(0, synopsis.lastIndexOf(' ', 158))}…` : synopsis,
    path,
    image: { path: image, width: OG_WIDTH, height: OG_HEIGHT, alt: name },
    type: OG_TYPE[title.kind],
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
