import type { APIContext } from 'astro';
import { addToList, getMyList, getMyLists, removeFromList } from './contract.ts';
import { FAILED_ID, getAddedId, parseMyList, parseOwnList, type OwnList } from './my-lists.ts';
import { getSettings } from '../accounts/contract/account.ts';
import { getUser } from '../accounts/contract/auth.ts';
import { countUnreadHelp } from '../help/contract.ts';
import { getOwnSubscription } from '../subscription/contract.ts';
import { readPageNumber } from '../titles/load-title.server.ts';
import { readAppPage } from '../../platform/app-twins.ts';
import { NO_REFERRER } from '../../platform/config/constants.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';

interface ListFormError {
  text: string;
  status: number;
}

/** Handles a form of a list: a redirect to the list, or the error. `list` null: one that viewers cannot change. */
async function handleListForm(
  page: Pick<APIContext, 'request' | 'locals' | 'url'>,
  list: OwnList | null,
): Promise<Response | ListFormError> {
  const { request, locals } = page;
  const form = await readForm(request);
  const id = readPathId(readField(form, 'id'))?.id;
  const remove = readField(form, 'action') === 'remove';
  locals.appPage = readAppPage(readField(form, 'redirect') || null);
  if (list === null || id === undefined) return { text: m.error_invalid_input(), status: 422 };
  if (!remove && !locals.lists) return { text: m.soon_text(), status: 422 };
  const answer = await locals.api(remove ? removeFromList : addToList, { list, id });
  const { appPage } = locals;
  if (!answer.ok) {
    const { error } = answer;
    if (error.status === 401) return sessionOver(page, appPage ?? undefined);
    if (appPage !== null) return seeOther(`${appPage}#${FAILED_ID}`);
    return { text: failureText(locals, error), status: failureStatus(error) };
  }
  return seeOther(
    appPage === null ? paths.profileList(list, remove ? 'removed' : 'added') : `${appPage}#${getAddedId(list)}`,
  );
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

export type MyListData = Exclude<Awaited<ReturnType<typeof loadMyList>>, Response>;

/** Loads /profile/list/:list, and handles its forms; complete without script. */
export async function loadMyList(page: PageContext) {
  const { locals, params, request, response, url } = page;
  if (params['list'] === undefined) return page.redirect(paths.profile(), 303);
  const list = parseMyList(params['list']);
  if (list === null) return page.rewrite('/404');
  const formError = request.method === 'POST' ? await handleListForm(page, parseOwnList(list)) : null;
  if (formError instanceof Response) return formError;
  const result = await locals.api(getMyList, { list, page: readPageNumber(url) });
  if (!result.ok && result.error.status === 401) return sessionOver(page);
  if (formError) response.status = formError.status;
  else if (!result.ok) failPage(page, result.error);
  return { list, formError, result };
}

export type ProfileData = Exclude<Awaited<ReturnType<typeof loadProfile>>, Response>;

/** Loads /profile: the viewer's account and lists. */
export async function loadProfile(page: PageContext) {
  const { api, offers } = page.locals;
  const [account, settings, lists, help, subscription] = await Promise.all([
    api(getUser, { ref: NO_REFERRER }),
    api(getSettings, {}),
    api(getMyLists, {}),
    offers('countUnreadHelp') ? api(countUnreadHelp, {}) : null,
    offers('getOwnSubscription') ? api(getOwnSubscription, {}) : null,
  ]);
  if (!account.ok && account.error.status === 401) return sessionOver(page);
  if (!account.ok && !lists.ok) failPage(page, account.error);
  return {
    user: account.ok ? account.value.user : null,
    unread: help?.ok === true ? help.value.data.unread : 0,
    subscription: subscription?.ok === true ? subscription.value.data : null,
    name: settings.ok ? settings.value.data.name : '',
    lists: lists.ok ? lists.value.data : null,
  };
}
