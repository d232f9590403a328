import type { Magazine } from '../contract.ts';
import type { PageMeta } from '../../titles/contract/shapes.ts';
import { breadcrumbs, itemList, type JsonLd } from '../../../platform/seo/json-ld.ts';
import { periodical } from '../../../platform/seo/json-ld-periodical.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import { withPage, paths } from '../../../platform/paths.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Seo } from '../../../platform/seo/seo.ts';

export function buildMagazineSeo(magazine: Magazine, meta: PageMeta, locale: Locale, siteUrl: string): Seo {
  const name = locale === 'fa' ? magazine.title : magazine.title_en;
  const description = locale === 'fa' ? magazine.synopsis_fa : magazine.synopsis_en;
  const path = paths.channel(magazine.slug);
  const image = magazine.art ? paths.image(magazine.art, 336) : paths.fallbackImage('magazine', magazine.id);
  return {
    title: meta.page > 1 ? m.listing_title_page({ name, page: formatNumber(meta.page) }) : name,
    description: description || m.magazines_description(),
    path: withPage(path, meta.page),
    image,
    jsonLd: [
      listContents(),
      breadcrumbs([
        { name: m.nav_home(), url: siteUrl + paths.home() },
        { name: m.magazines_channels_title(), url: siteUrl + paths.channels() },
        { name, url: siteUrl + path },
      ]),
    ],
  };

  function listContents(): JsonLd {
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
