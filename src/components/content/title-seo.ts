import type { TitleDetails } from '../../contract/catalogue.ts';
import { IMAGE_WIDTHS } from '../../domain/image-widths.ts';
import { breadcrumbs, work } from '../../domain/json-ld.ts';
import { nameIn, type Locale } from '../../domain/locale.ts';
import { paths } from '../../domain/paths.ts';
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
  const picture = title.backdrop ?? title.art;
  const width = title.backdrop ? IMAGE_WIDTHS.backdrop[2] : IMAGE_WIDTHS.poster[2];
  const image = picture ? paths.image(picture, width) : paths.fallbackImage(title.kind, title.id);
  const synopsis = locale === 'fa' ? title.synopsis_fa : title.synopsis_en;
  const crumb = (text: string, address: string) => ({ name: text, url: siteUrl + address });
  const person = (credit: TitleDetails['cast'][number]) => crumb(nameIn(locale, credit), paths.person(credit.id));
  const series = title.series && crumb(nameIn(locale, title.series), paths.title('series', title.series.id));
  return {
    title: m.title_seo({ name, year: formatYear(title.year, title.iranian) }),
    description: synopsis.length > 160 ? `${synopsis.slice(0, synopsis.lastIndexOf(' ', 158))}…` : synopsis,
    path,
    image,
    type: OG_TYPE[title.kind],
    jsonLd: [
      work({
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
      }),
      breadcrumbs([
        crumb(m.nav_home(), paths.home()),
        series ?? crumb(LISTING[title.kind](), paths.titles(title.kind)),
        crumb(name, path),
      ]),
    ],
  };
}
