import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { MoneyError } from './bank.ts';
import { errorText } from '../../../platform/text/error-text.ts';

/** The server's message (spec 8.05) for the first of `fields` that has one, else our own text. */
export function getMoneyErrorText(error: MoneyError | null, fields: readonly string[] = []): string | undefined {
  switch (error) {
    case null:
      return undefined;
    case 'amount_invalid':
      return m.error_amount_invalid();
    case 'mobile_invalid':
      return m.error_mobile_invalid();
    case 'gateway_failed':
      return m.error_gateway_failed();
    default:
      return errorText(error, getLocale(), fields) ?? m.network_failed();
  }
}

export function isMobileError(error: MoneyError | null): boolean {
  return (typeof error === 'object' ? error?.code : error) === 'mobile_invalid';
}
