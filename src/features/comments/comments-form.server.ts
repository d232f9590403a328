import type { APIContext } from 'astro';
import { addComment, deleteComment, likeComment, rateTitle, reportComment } from './contract.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { parseTimecode, REPORT_REASONS } from './comments.ts';
import { readPathId } from '../../platform/path-id.ts';
import { COMMENT_CHANGES, paths, type CommentChange, type CommentView } from '../../platform/paths.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import {
  failureStatus,
  failureText,
  readField,
  readForm,
  readNumberField,
} from '../../platform/http/pages/form-fields.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';

const TEXT_CUT = 15_000; // UTF-16 units; longer than any valid comment

interface CommentFormError {
  text: string;
  status: number;
  typed?: { text: string; at: string; name: string };
}

type Page = Pick<APIContext, 'request' | 'locals' | 'url'>;
type Done = { done?: CommentChange; anchor?: number };
type Answer = { ok: true; value: Done } | { ok: false; error: ApiError };

export function readView(url: URL): CommentView {
  const number = (name: string) => readPathId(url.searchParams.get(name) ?? '')?.id;
  return {
    thread: number('thread'),
    before: number('before'),
    show: url.searchParams.get('show') === 'all' ? 'all' : number('show'),
  };
}

export function readChange(url: URL): CommentChange | undefined {
  return COMMENT_CHANGES.find((change) => change === url.searchParams.get('done'));
}

export async function handleCommentForm(page: Page, titleId: number): Promise<Response | CommentFormError> {
  const form = await readForm(page.request);
  const action = readField(form, 'action');
  const written = form.get('text');
  const typed = {
    text: typeof written === 'string' ? written.slice(0, TEXT_CUT) : '',
    at: readNumberField(form, 'at'),
    name: readField(form, 'name'),
  };
  const at = parseTimecode(typed.at);
  if (action === 'comment' && at === undefined) return { text: m.error_comment_time(), status: 422, typed };
  const answer = await callAction(page, titleId, {
    action,
    form,
    text: typed.text,
    at: at ?? null,
    name: form.has('name') ? typed.name : undefined,
  });
  if (answer === null) return { text: m.error_invalid_input(), status: 422 };
  if (!answer.ok) {
    if (answer.error.status === 401) return sessionOver(page);
    const nameError = answer.error.errors['name'] ? m.settings_name_invalid() : null;
    const text = nameError ?? failureText(page.locals, answer.error);
    const formError = { text, status: failureStatus(answer.error) };
    return action === 'comment' ? { ...formError, typed } : formError;
  }
  const { done, anchor } = answer.value;
  const location = paths.comments(titleId, { ...readView(page.url), done });
  const headers = { location: anchor === undefined ? location : `${location}#c${String(anchor)}` };
  return new Response(null, { status: 303, headers });
}

interface CommentForm {
  action: string;
  form: FormData;
  text: string;
  at: number | null;
  name: string | undefined;
}

async function callAction(
  { locals: { api } }: Page,
  titleId: number,
  { action, form, text, at, name }: CommentForm,
): Promise<Answer | null> {
  const id = readPathId(readField(form, 'id'))?.id;
  if (action === 'comment') {
    const parent = readField(form, 'parent_id');
    const parentId = parent === '' ? null : (readPathId(parent)?.id ?? 0);
    const added = await api(addComment, {
      id: titleId,
      text,
      at,
      parent_id: parentId,
      ...(name !== undefined && { name }),
    });
    if (!added.ok) return added;
    const { id: newId, state } = added.value.data;
    return { ok: true, value: { done: state === 'held' ? 'held' : 'sent', anchor: newId } };
  }
  if (action === 'rate' || action === 'unrate') {
    const stars = action === 'rate' ? Number(readField(form, 'stars')) : 0;
    if (action === 'rate' && !(stars >= 1)) return null;
    const rated = await api(rateTitle, { id: titleId, stars });
    return rated.ok ? { ok: true, value: { done: action === 'rate' ? 'rated' : 'unrated' } } : rated;
  }
  if (id === undefined) return null;
  if (action === 'like' || action === 'unlike') {
    const liked = await api(likeComment, { id, like: action === 'like' });
    return liked.ok ? { ok: true, value: { anchor: id } } : liked;
  }
  if (action === 'delete') {
    const deleted = await api(deleteComment, { id });
    return deleted.ok ? { ok: true, value: { done: 'deleted' } } : deleted;
  }
  const reason = REPORT_REASONS.find((candidate) => candidate === readField(form, 'reason'));
  if (action !== 'report' || reason === undefined) return null;
  const reported = await api(reportComment, { id, reason });
  return reported.ok ? { ok: true, value: { done: 'reported' } } : reported;
}
