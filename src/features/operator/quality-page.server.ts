import type { Output } from '../../platform/http/calls/call.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { getQuality } from './quality-contract.ts';

export const PERIODS = ['7', '14', '30', '90'];
const USUAL = '14';

export interface QualityPage {
  days: string;
  quality: Output<typeof getQuality>['data'] | null;
  error: string | null;
}

/** Loads /operator/quality, whose form takes the secret; 404 on a site without operators. The secret is not kept. */
export async function loadQualityPage(page: PageContext): Promise<QualityPage | Response> {
  const { locals, request, response } = page;
  if (locals.operator === null) return page.rewrite('/404');
  if (request.method !== 'POST') return { days: USUAL, quality: null, error: null };
  const form = await readForm(request);
  const days = PERIODS.find((period) => period === readField(form, 'days')) ?? USUAL;
  const secret = readField(form, 'secret').replace(/[^\x21-\x7e]/g, '');
  const answer = await locals.operator(secret)(getQuality, { days });
  if (answer.ok) return { days, quality: answer.value.data, error: null };
  response.status = failureStatus(answer.error);
  const isWrong = answer.error.status === 401;
  return { days, quality: null, error: isWrong ? m.operator_wrong_secret() : failureText(locals, answer.error) };
}
