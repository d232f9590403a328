import type { APIContext } from 'astro';
import { addToList, removeFromList } from './contract.ts';
import type { OwnList } from './my-lists.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/form-fields.ts';
import { sessionOver } from '../../platform/http/session-over.ts';

export interface ListRefusal {
  text: string;
  status: number;
}

/** Handles a form of a list: a redirect to the list, or the error. `list` null: one that viewers cannot change. */
export async function answerListForm(
  page: Pick<APIContext, 'request' | 'locals' | 'url'>,
  list: OwnList | null,
): Promise<Response | ListRefusal> {
  const { request, locals } = page;
  const form = await readForm(request);
  const id = readPathId(readField(form, 'id'))?.id;
  const remove = readField(form, 'action') === 'remove';
  if (list === null || id === undefined) return { text: m.error_invalid_input(), status: 422 };
  if (!remove && !locals.lists) return { text: m.soon_text(), status: 422 };
  const answer = await locals.api(remove ? removeFromList : addToList, { list, id });
  if (!answer.ok) {
    const { error } = answer;
    return error.status === 401
      ? sessionOver(page)
      : { text: failureText(locals, error), status: failureStatus(error) };
  }
  const location = paths.profileList(list, remove ? 'removed' : 'added');
  return new Response(null, { status: 303, headers: { location } });
}
