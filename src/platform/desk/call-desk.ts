import { API_BASE } from '../http/calls/api-base.ts';
import type { Call, Input, Output } from '../http/calls/call.ts';
import type { ApiError } from '../http/calls/errors.ts';
import { createClient, type Api } from '../client/api.ts';
import { errorText } from '../text/error-text.ts';
import { getLocale } from '../text/current-locale.ts';
import { m } from '../text/desk/messages.js';
import { askAtGate, type GateKind } from './gate.ts';

export class CallError extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(errorText(error, getLocale()) ?? m.state_network());
    this.error = error;
  }
}

/** Unlike the site's own, a 401 does not load the page again: what was typed stays. */
export const askApi: Api = (call, input) =>
  createClient({ base: API_BASE, locale: getLocale(), fetch: (url, init) => fetch(url, init) })(call, input);

/** Throws `CallError`; no gate asks. */
export async function askAlone<C extends Call>(call: C, input: Input<C>, ask: Api = askApi): Promise<Output<C>> {
  const result = await ask(call, input);
  if (result.ok) return result.value;
  throw new CallError(result.error);
}

/** Throws `CallError`. A call that is refused for want of a session or a code is made again once one was given. */
export async function callDesk<C extends Call>(call: C, input: Input<C>, ask: Api = askApi): Promise<Output<C>> {
  const result = await ask(call, input);
  if (result.ok) return result.value;
  const kind = chooseGate(result.error);
  if (kind === null || !(await askAtGate(kind))) throw new CallError(result.error);
  return askAlone(call, input, ask);
}

function chooseGate({ status, code }: ApiError): GateKind | null {
  if (code === 'staff_confirm') return 'confirm';
  return status === 401 || code === 'staff_closed' ? 'sign-in' : null;
}
