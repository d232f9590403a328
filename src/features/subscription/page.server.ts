import { failPage } from '../../platform/http/pages/fail-page.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { paths, type SubscriptionChange } from '../../platform/paths.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { buySubscription, getSubscriptions } from '../direct-debit/contract.ts';
import { answerRenewal, getOwnSubscription, pauseSubscription, resumeSubscription } from './contract.ts';
import { PAUSE_MONTHS } from './pause.ts';

export type SubscriptionData = Exclude<Awaited<ReturnType<typeof loadSubscription>>, Response>;

interface FormError {
  text: string;
  status: number;
}

/** Loads /profile/subscription, and handles its forms; complete without script. */
export async function loadSubscription(page: PageContext) {
  const { locals, request, response } = page;
  if (!locals.offers('getOwnSubscription')) return page.rewrite(paths.notFound());
  const formError = request.method === 'POST' ? await handleForm(page) : null;
  if (formError instanceof Response) return formError;
  const [answer, debit] = await Promise.all([locals.api(getOwnSubscription, {}), locals.api(getSubscriptions, {})]);
  if (!answer.ok && answer.error.status === 401) return sessionOver(page);
  if (formError) response.status = formError.status;
  else if (!answer.ok) failPage(page, answer.error);
  return {
    subscription: answer.ok ? answer.value.data : null,
    debit: debit.ok ? debit.value.data : null,
    error: formError?.text ?? null,
  };
}

async function handleForm(page: PageContext): Promise<Response | FormError> {
  const { locals, request } = page;
  const form = await readForm(request);
  const [change, send] = chooseAct(page, form) ?? [];
  if (change === undefined || send === undefined) return { text: m.error_invalid_input(), status: 422 };
  const answer = await send();
  if (answer.ok) return new Response(null, { status: 303, headers: { location: paths.subscription(change) } });
  if (answer.error.status === 401) return sessionOver(page);
  return { text: failureText(locals, answer.error), status: failureStatus(answer.error) };
}

type Send = () => ReturnType<PageContext['locals']['api']>;

function chooseAct({ locals }: PageContext, form: FormData): [SubscriptionChange, Send] | null {
  const { api } = locals;
  const months = PAUSE_MONTHS.find((count) => String(count) === readField(form, 'months'));
  if (months !== undefined) return ['paused', () => api(pauseSubscription, { key: readField(form, 'key'), months })];
  switch (readField(form, 'action')) {
    case 'resume':
      return ['resumed', () => api(resumeSubscription, {})];
    case 'yes':
      return ['renewing', () => api(answerRenewal, { answer: 'yes', max_total: Number(readField(form, 'max_total')) })];
    case 'no':
      return ['ended', () => api(answerRenewal, { answer: 'no' })];
    case 'off':
      return ['ended', () => api(buySubscription, { subscription: false, add_new_bank: false })];
    default:
      return null;
  }
}
