import { failPage } from '../../platform/http/pages/fail-page.ts';
import { failureStatus, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { GUEST_PLACES_PARAM, parseGuestPositions } from './guest-places.ts';
import { getContinue, getForYou, getWatched, hideProgress, listPlayable } from './contract.ts';

const NO_ROWS = { going: [], watched: [], episodes: [], because: null };

type ContinuePage = Pick<PageContext, 'locals' | 'redirect' | 'request' | 'response'>;

/**
 * Loads the viewer's own rows, or hides a title by their form. A guest has those of the places that the browser sends, an
 * ended session none. A script reads this fragment, and maybe late: it expires no cookies (docs/account.md).
 */
export async function loadContinue(page: ContinuePage) {
  const { api, kids, signedIn } = page.locals;
  if (page.request.method === 'POST') return changeContinue(page);
  // Typed by hand: the page of the same rows.
  if (isNavigation(page.request)) return page.redirect(kids ? paths.kids() : paths.profileList('watching'), 303);
  page.response.headers.set('x-robots-tag', 'noindex');
  if (!signedIn && !kids) return loadGuestRows(page);
  const [going, forYou, watched] = await Promise.all([
    api(getContinue, {}),
    // The page of children has the one of them, and home, which they do not see, the other.
    kids ? null : api(getForYou, {}),
    kids ? api(getWatched, {}) : null,
  ]);
  const [error] = [going, forYou, watched].flatMap((answer) => (answer && !answer.ok ? [answer.error] : []));
  if (error && !(error.status === 401 && signedIn)) failPage(page, error);
  const { episodes, because } = forYou?.ok ? forYou.value.data : NO_ROWS;
  const isFresh = ({ id }: { id: number }) => episodes.some((episode) => episode.id === id);
  return {
    // The next episode is shown once: as a new one.
    going: going.ok ? going.value.data.filter((card) => card.at > 0 || !isFresh(card)) : [],
    watched: watched?.ok ? watched.value.data : [],
    episodes,
    because,
  };
}

async function loadGuestRows(page: ContinuePage) {
  const places = parseGuestPositions(new URL(page.request.url).searchParams.get(GUEST_PLACES_PARAM));
  if (places.length === 0) return NO_ROWS;
  const answer = await page.locals.api(listPlayable, { ids: places.map(({ id }) => id).join(',') });
  if (!answer.ok) failPage(page, answer.error);
  const cards = answer.ok ? answer.value.data : [];
  const going = places.flatMap(({ id, at, duration }) => {
    const card = cards.find((candidate) => candidate.id === id);
    return card ? [{ ...card, at, duration, of: id }] : [];
  });
  return { ...NO_ROWS, going };
}

/** A script asks for any type, a browser that opens an address for HTML. */
const isNavigation = ({ headers }: Request) => headers.get('accept')?.includes('text/html') === true;

/** Answers a script by a status alone, and a browser without script by the page that has the rows. */
async function changeContinue({ locals, request, redirect }: ContinuePage): Promise<Response> {
  const form = await readForm(request);
  const id = readPathId(readField(form, 'id'))?.id;
  const undo = readField(form, 'action') === 'undo';
  const answer = id === undefined ? null : await locals.api(hideProgress, { id, undo });
  if (isNavigation(request)) return redirect(locals.kids ? paths.kids() : paths.home(), 303);
  if (answer === null) return new Response(null, { status: 422 });
  if (answer.ok) return new Response(null, { status: 204 });
  return new Response(null, { status: answer.error.status === 401 ? 401 : failureStatus(answer.error) });
}
