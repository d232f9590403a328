import type { Magazine } from '../../contract/magazines.ts';
import type { PageMeta } from '../../contract/shapes.ts';
import { breadcrumbs, itemList, type JsonLd } from '../../domain/json-ld.ts';
import { periodical } from '../../domain/json-ld-periodical.ts';
import { nameIn, type Locale } from '../../domain/locale.ts';
import { pageOf, paths } from '../../domain/paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import type { Seo } from '../shell/Head.astro';

/** What search engines read of a magazine, the newspaper or the studio, on one of its pages. */
export function magazineSeo(magazine: Magazine, meta: PageMeta, locale: Locale, siteUrl: string): Seo {
  const name = locale === 'fa' ? magazine.title : magazine.title_en;
  const description = locale === 'fa' ? magazine.synopsis_fa : magazine.synopsis_en;
  const path = paths.channel(magazine.slug);
  const image = magazine.art ? paths.image(magazine.art, 360) : paths.fallbackImage('magazine', magazine.id);
  return {
    title: meta.page > 1 ? m.listing_title_page({ name, page: formatNumber(meta.page) }) : name,
    description: description || m.magazines_description(),
    path: pageOf(path, meta.page),
    image,
    jsonLd: [
      whatItHolds(),
      breadcrumbs([
        { name: m.nav_home(), url: siteUrl + paths.home() },
        { name: m.magazines_channels_title(), url: siteUrl + paths.channels() },
        { name, url: siteUrl + path },
      ]),
    ],
  };

  function whatItHolds(): JsonLd {
    if (magazine.kind === 'studio') {
      const url = (id: number) => siteUrl + paths.title('video', id);
      return itemList(
        name,
        meta.total,
        magazine.videos.map((video) => ({ name: nameIn(locale, video), url: url(video.id) })),
      );
    }
    return periodical({
      kind: magazine.kind,
      name,
      alternateName: locale === 'fa' ? magazine.title_en : magazine.title,
      description,
      url: siteUrl + path,
      image: siteUrl + image,
      issues: magazine.issues.map((issue) => ({
        name: nameIn(locale, issue),
        number: issue.number,
        date: issue.date,
        url: siteUrl + paths.issue(magazine.slug, issue.number),
      })),
    });
  }
}
