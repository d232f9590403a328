import type { APIContext } from 'astro';
import { listTitles } from '../titles/contract/catalogue.ts';
import { readPageNumber } from '../titles/load-title.server.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import { KIDS_MAX_AGE } from '../../platform/http/session/kids.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { enterKids, leaveKids } from './contract.ts';
import { paths } from '../../platform/paths.ts';
import { failureStatus, failureText, readForm, readNumberField } from '../../platform/http/pages/form-fields.ts';

interface KidsFormError {
  action: 'enter' | 'leave';
  text: string;
  status: number;
}

/** Handles a form of /kids: a redirect with the kids cookie, or the error. Entering without PIN uses the known one. */
async function handleKidsForm({
  request,
  locals,
}: Pick<APIContext, 'request' | 'locals'>): Promise<Response | KidsFormError> {
  const form = await readForm(request);
  const pin = form.get('pin');
  const action = form.get('action') === 'leave' ? 'leave' : 'enter';
  const givenPin = typeof pin === 'string' ? readNumberField(form, 'pin') : undefined;
  const answer =
    action === 'leave'
      ? await locals.api(leaveKids, { pin: givenPin ?? '' })
      : await locals.api(enterKids, givenPin === undefined ? {} : { pin: givenPin });
  if (!answer.ok) {
    return { action, text: failureText(locals, answer.error), status: failureStatus(answer.error) };
  }
  const headers = new Headers({ location: action === 'leave' ? paths.kidsLeft() : paths.kids() });
  for (const cookie of locals.session.kids(answer.value.token)) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

export const KIDS_TYPES = ['0', 'movie', 'series', 'video'] as const;
export type KidsPageData = Exclude<Awaited<ReturnType<typeof loadKidsPage>>, Response>;

/** Loads /kids: titles rated for children, and the error of its form (spec 1.10, 2.46). */
export async function loadKidsPage(page: PageContext) {
  const { locals, request, response, url } = page;
  const formError = request.method === 'POST' ? await handleKidsForm(page) : null;
  if (formError instanceof Response) return formError;
  if (formError) response.status = formError.status;
  const type = KIDS_TYPES.find((name) => name === url.searchParams.get('f_type')) ?? '0';
  const filter = { age: KIDS_MAX_AGE, f_type: type, sort: 'views', page: readPageNumber(url) } as const;
  const result = await locals.api(listTitles, filter);
  if (!result.ok) failPage(page, result.error);
  return { formError, type, result };
}
