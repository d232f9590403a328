import * as v from 'valibot';
import { readVisitor } from '../../platform/http/session/visitor.ts';
import { PLAY_SESSION_COOKIE } from '../../platform/config/session.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { listGivenDays, readGivenDays } from '../compensation/contract.ts';
import { isMissing } from '../titles/load-title.server.ts';
import { paymentId } from '../operator/payment.ts';
import { addHelpMessage, getHelp, helpCursor, helpPage, listHelp, openHelp, readHelp } from './contract.ts';
import { parsePlayNumbers } from './play-numbers.ts';
import { HELP_KINDS, HELP_TYPED_MAX, type HelpKind } from './help.ts';

export type HelpListData = Exclude<Awaited<ReturnType<typeof loadHelpList>>, Response>;
export type HelpThreadData = Exclude<Awaited<ReturnType<typeof loadHelpThread>>, Response>;

interface FormError {
  text: string;
  code: ApiError['code'];
  status: number;
}

/** `payment`, `page` and `play` are hidden fields, so that they come along. */
export interface HelpDraft {
  kind: HelpKind;
  payment: string | null;
  page: string | null;
  play: string | null;
  text: string;
}

export async function loadHelpList(page: PageContext) {
  const { locals, request, response, url } = page;
  // The player of a provider's site links here.
  if (!locals.offers('openHelp'))
    return url.searchParams.get('kind') === 'playback'
      ? page.redirect(paths.profilePage('about-contact'), 303)
      : page.rewrite(paths.notFound());
  const form = request.method === 'POST' ? await readForm(request) : null;
  const draft = form ? readDraft(form) : addPlaySession(page, readDraft(url.searchParams));
  const isReading = form !== null && readField(form, 'action') === 'read';
  const formError = form ? await (isReading ? readDays(page, form) : send(page, form, draft)) : null;
  if (formError instanceof Response) return formError;
  const cursor = readField(url.searchParams, 'before');
  const before = v.is(helpCursor, cursor) ? cursor : undefined;
  const [list, gifts] = await Promise.all([
    locals.api(listHelp, before === undefined ? {} : { before }),
    before === undefined && locals.offers('listGivenDays') ? locals.api(listGivenDays, {}) : null,
  ]);
  if (!list.ok && list.error.status === 401) return sessionOver(page);
  if (formError) response.status = formError.status;
  else if (!list.ok) failPage(page, list.error);
  return {
    list: list.ok ? list.value : null,
    given: gifts?.ok === true ? gifts.value.data : [],
    isFirst: before === undefined,
    draft: formError?.code === 'payment_unknown' ? { ...draft, payment: null } : draft,
    ...describeError(formError),
  };
}

export async function loadHelpThread(page: PageContext) {
  const { locals, params, request, response } = page;
  const number = readPathId(params['number'] ?? '');
  if (!locals.offers('openHelp') || number === null) return page.rewrite(paths.notFound());
  if (!number.exact) return page.redirect(paths.helpThread(number.id), 301);
  const form = request.method === 'POST' ? await readForm(request) : null;
  const formError = form ? await add(page, form, number.id) : null;
  if (formError instanceof Response) return formError;
  const thread = await locals.api(getHelp, { number: number.id });
  if (!thread.ok && thread.error.status === 401) return sessionOver(page);
  if (!thread.ok && isMissing(thread.error)) return page.rewrite(paths.notFound());
  if (formError) response.status = formError.status;
  else if (!thread.ok) failPage(page, thread.error);
  const text = form && formError ? readText(form) : '';
  return { number: number.id, thread: thread.ok ? thread.value.data : null, text, ...describeError(formError) };
}

async function send(page: PageContext, form: FormData, draft: HelpDraft): Promise<Response | FormError> {
  const { kind, payment, page: about, play, text } = draft;
  const key = readField(form, 'key');
  const answer = await page.locals.api(openHelp, { key, kind, payment_id: payment, page: about, play, text });
  return answer.ok ? redirect(paths.helpThread(answer.value.data.number, 'sent')) : toFormError(page, answer.error);
}

async function add(page: PageContext, form: FormData, number: number): Promise<Response | FormError> {
  if (readField(form, 'action') === 'read') return read(page, form, number);
  const key = readField(form, 'key');
  const answer = await page.locals.api(addHelpMessage, { number, key, text: readText(form) });
  return answer.ok ? redirect(paths.helpThread(number, 'added')) : toFormError(page, answer.error);
}

/** Reading is an act of the visitor's: a page that is opened writes nothing. */
async function read(page: PageContext, form: FormData, number: number): Promise<Response | FormError> {
  const message = readPathId(readField(form, 'message'))?.id;
  const answer = await page.locals.api(readHelp, message === undefined ? { number } : { number, message });
  if (answer.ok) return redirect(paths.helpThread(number));
  return isMissing(answer.error) ? page.rewrite(paths.notFound()) : toFormError(page, answer.error);
}

async function readDays(page: PageContext, form: FormData): Promise<Response | FormError> {
  const answer = await page.locals.api(readGivenDays, { last: readPathId(readField(form, 'last'))?.id ?? 0 });
  return answer.ok ? redirect(paths.help()) : toFormError(page, answer.error);
}

function toFormError(page: PageContext, error: ApiError): Response | FormError {
  if (error.status === 401) return sessionOver(page);
  const text = error.code === 'key_used' ? m.help_sent_before() : failureText(page.locals, error);
  return { text, code: error.code, status: failureStatus(error) };
}

function describeError(error: FormError | null) {
  const isTextWrong = error?.code === 'help_empty' || error?.code === 'help_too_long';
  return { error: error?.text ?? null, isTextWrong };
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function readDraft(fields: FormData | URLSearchParams): HelpDraft {
  const [payment, about, play] = [readField(fields, 'payment'), readField(fields, 'page'), readField(fields, 'play')];
  return {
    kind: HELP_KINDS.find((kind) => kind === readField(fields, 'kind')) ?? 'other',
    payment: v.is(paymentId, payment) ? payment : null,
    page: v.is(helpPage, about) ? about : null,
    play: parsePlayNumbers(play) === null ? null : play,
    text: fields instanceof FormData ? readText(fields) : '',
  };
}

/** The player hands the play's number over by a cookie. */
function addPlaySession({ request }: PageContext, draft: HelpDraft): HelpDraft {
  const session = readVisitor(request).cookies.get(PLAY_SESSION_COOKIE) ?? '';
  const play = [`s${session}`, ...(draft.play === null ? [] : [draft.play])].join('.');
  return draft.kind === 'playback' && parsePlayNumbers(play) !== null ? { ...draft, play } : draft;
}

/** One more than is allowed, so that the call refuses it. */
function readText(form: FormData): string {
  const text = form.get('text');
  return typeof text === 'string' ? text.slice(0, HELP_TYPED_MAX + 1) : '';
}
