import type { APIContext } from 'astro';
import { markValidUntil } from '../../platform/http/cache/mark-valid-until.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { getScreening, listScreenings, type Screening } from './contract.ts';
import { nameIn } from '../../platform/text/locale.ts';
import { paths } from '../../platform/paths.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { failLoad } from '../../platform/http/pages/fail-page.ts';

interface Seo {
  title: string;
  description: string;
  path: string;
}
type Loaded = { screening: Screening; seo: Seo } | { screenings: Screening[]; seo: Seo } | { failed: ApiError };

/** Loads `/ekran/:id?`: a screening, or all that have not ended. An unknown id is the 404 page. */
export async function loadScreening(
  page: Pick<APIContext, 'locals' | 'params' | 'rewrite' | 'url'> & { response: { headers: Headers } },
): Promise<Loaded | Response> {
  const { locals, params, response } = page;
  const rewrite = (path: string) => page.rewrite(path);
  const { id } = params;
  if (id === undefined) {
    const result = await locals.api(listScreenings, {});
    if (!result.ok) return failLoad(page, result.error);
    for (const screening of result.value.data) markValidUntil(response, screening);
    const seo = { title: m.ekran_title(), description: m.ekran_description(), path: paths.screenings() };
    return { screenings: result.value.data, seo };
  }
  if (!/^[1-9]\d{0,8}$/.test(id)) return rewrite('/404');
  const foundResult = await locals.api(getScreening, { id: Number(id) });
  if (!foundResult.ok) return foundResult.error.status === 404 ? rewrite('/404') : failLoad(page, foundResult.error);
  const { data } = foundResult.value;
  if (data.ends_at > 0) markValidUntil(response, data);
  const name = nameIn(locals.locale, data.title);
  return {
    screening: data,
    seo: {
      title: m.ekran_seo({ name }),
      description: m.ekran_seo_description({ name }),
      path: paths.screening(data.id),
    },
  };
}
