import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { MoneyProblem } from './bank.ts';
import { errorText } from '../../../platform/text/error-text.ts';

/**
 * What to show of a problem, in the visitor's language: the server's words (spec 8.05), of the first of `fields` that
 * has any; ours where it said nothing. Undefined without a problem.
 */
export function problemText(problem: MoneyProblem | null, fields: readonly string[] = []): string | undefined {
  switch (problem) {
    case null:
      return undefined;
    case 'amount_invalid':
      return m.error_amount_invalid();
    case 'mobile_invalid':
      return m.error_mobile_invalid();
    case 'gateway_failed':
      return m.error_gateway_failed();
    default:
      return errorText(problem, getLocale(), fields) ?? m.network_failed();
  }
}

/** Whether a problem is the mobile's, so that its text belongs to that field. */
export function isOfMobile(problem: MoneyProblem | null): boolean {
  return (typeof problem === 'object' ? problem?.code : problem) === 'mobile_invalid';
}
