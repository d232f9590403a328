import { m } from '../../../platform/text/paraglide/messages.js';

/** The server's text; the network error's for ''; undefined without an error. */
export function getLoginErrorText(error: string | undefined): string | undefined {
  return error === '' ? m.network_failed() : error;
}
