import type { APIContext } from 'astro';
import { markTrueUntil } from '../components/screening/mark-true-until.ts';
import { getScreening, listScreenings, type Screening } from '../contract/screenings.ts';
import { nameIn } from '../domain/locale.ts';
import { paths } from '../domain/paths.ts';
import { m } from '../i18n/paraglide/messages.js';

interface Seo {
  title: string;
  description: string;
  path: string;
}
type Loaded = { one: Screening; seo: Seo } | { all: Screening[]; seo: Seo } | { failed: true };

/** What `/ekran/:id?` shows: the screening, or without an id all that have not ended. An id of none is the 404 page. */
export async function loadScreening({
  locals,
  params,
  rewrite,
  response,
}: Pick<APIContext, 'locals' | 'params' | 'rewrite'> & { response: { headers: Headers } }): Promise<Loaded | Response> {
  const { id } = params;
  if (id === undefined) {
    const found = await locals.api(listScreenings, {});
    if (!found.ok) return { failed: true };
    const seo = { title: m.ekran_title(), description: m.ekran_description(), path: paths.screenings() };
    return { all: found.value.data, seo };
  }
  if (!/^[1-9]\d{0,8}$/.test(id)) return rewrite('/404');
  const found = await locals.api(getScreening, { id: Number(id) });
  if (!found.ok) return found.error.status === 404 ? rewrite('/404') : { failed: true };
  const { data } = found.value;
  markTrueUntil(response, data);
  const name = nameIn(locals.locale, data.title);
  return {
    one: data,
    seo: {
      title: m.ekran_seo({ name }),
      description: m.ekran_seo_description({ name }),
      path: paths.screening(data.id),
    },
  };
}
