import { failPage } from '../../platform/http/fail-page.ts';
import { failureStatus, readField, readForm } from '../../platform/http/form-fields.ts';
import type { PageContext } from '../../platform/http/page-context.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { getContinue, getWatched, hideProgress } from './contract.ts';

type ContinuePage = Pick<PageContext, 'locals' | 'redirect' | 'request' | 'response'>;

/**
 * Loads the viewer's own rows, none for a guest, or hides a title by their form. An ended session loses its cookies
 * (spec 8.03) without a redirect: a script reads this fragment.
 */
export async function loadContinue(page: ContinuePage) {
  const { api, kids, session, signedIn } = page.locals;
  const { headers } = page.response;
  if (page.request.method === 'POST') return changeContinue(page);
  headers.set('x-robots-tag', 'noindex');
  if (!signedIn && !kids) return { going: [], watched: [] };
  const [going, watched] = await Promise.all([api(getContinue, {}), api(getWatched, {})]);
  const error = going.ok ? (watched.ok ? null : watched.error) : going.error;
  if (error?.status === 401 && signedIn) session.clearAll().forEach((cookie) => headers.append('set-cookie', cookie));
  else if (error) failPage(page, error);
  return { going: going.ok ? going.value.data : [], watched: watched.ok ? watched.value.data : [] };
}

/** Answers a script by a status alone, and a browser without script by the page that has the rows. */
async function changeContinue({ locals, request, redirect }: ContinuePage): Promise<Response> {
  const form = await readForm(request);
  const id = readPathId(readField(form, 'id'))?.id;
  const undo = readField(form, 'action') === 'undo';
  const answer = id === undefined ? null : await locals.api(hideProgress, { id, undo });
  if (request.headers.get('accept')?.includes('text/html') === true)
    return redirect(locals.kids ? paths.kids() : paths.home(), 303);
  if (answer === null) return new Response(null, { status: 422 });
  if (answer.ok) return new Response(null, { status: 204 });
  return new Response(null, { status: answer.error.status === 401 ? 401 : failureStatus(answer.error) });
}
