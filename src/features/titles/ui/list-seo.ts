import type { Card, PageMeta } from '../contract/shapes.ts';
import { breadcrumbs, itemList } from '../../../platform/seo/json-ld.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

interface List {
  name: string;
  description: string;
  result: { data: readonly Card[]; meta: PageMeta };
  path: string; // The address of the first page
  getHref: (page: number) => string;
}

export function buildListSeo(
  { name, description, result: { data, meta }, path, getHref }: List,
  { locale, siteUrl }: { locale: Locale; siteUrl: string },
) {
  const works = data.map((card) => ({ name: nameIn(locale, card), url: siteUrl + paths.title(card.kind, card.id) }));
  return {
    title: meta.page > 1 ? m.listing_title_page({ name, page: formatNumber(meta.page) }) : name,
    description,
    path: getHref(meta.page),
    jsonLd: [
      breadcrumbs([
        { name: m.nav_home(), url: siteUrl + paths.home() },
        { name, url: siteUrl + path },
      ]),
      itemList(name, meta.capped ? null : meta.total, works),
    ],
  };
}
