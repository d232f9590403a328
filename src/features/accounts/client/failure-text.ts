import { m } from '../../../platform/text/paraglide/messages.js';

/** The text at a field: the server's; where it said nothing, that it was not reached; undefined without an error. */
export function failureText(error: string | undefined): string | undefined {
  return error === '' ? m.network_failed() : error;
}
