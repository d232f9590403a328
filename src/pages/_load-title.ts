import type { APIContext } from 'astro';
import { getTitle, listTitles, type TitleDetails } from '../contract/catalogue.ts';
import type { Card, PageMeta } from '../contract/shapes.ts';
import type { TitleKind } from '../domain/kinds.ts';

type Page = Pick<APIContext, 'locals' | 'params' | 'url' | 'rewrite'>;
export type Loaded = { title: TitleDetails } | { items: Card[]; meta: PageMeta } | { failed: true };

/**
 * What `/kind/:id?` shows: the title, or without an id the newest of that kind. An id that names nothing is the
 * 404 page; an API that does not answer is `failed`, which the page shows with status 503.
 */
export async function loadTitle(page: Page, kind: TitleKind): Promise<Loaded | Response> {
  const { id } = page.params;
  if (id === undefined) {
    const found = await page.locals.api(listTitles, { kind, page: pageNumber(page.url) });
    if (found.ok) return { items: found.value.data, meta: found.value.meta };
    return found.error.status < 500 && found.error.status > 0 ? page.rewrite('/404') : { failed: true };
  }
  if (!/^[1-9]\d{0,8}$/.test(id)) return page.rewrite('/404');
  const found = await page.locals.api(getTitle, { kind, id: Number(id) });
  if (found.ok) return { title: found.value.data };
  return found.error.status < 500 && found.error.status > 0 ? page.rewrite('/404') : { failed: true };
}

/** The `page` of an address; anything that is no page number is the first. */
export function pageNumber(url: URL): number {
  const value = url.searchParams.get('page') ?? '1';
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : 1;
}
