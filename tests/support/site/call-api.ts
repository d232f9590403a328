import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import type { CatalogueFixture } from './catalogue-fixture.ts';

/** The value of a call that must succeed; the client has checked it against the contract. */
export async function callApi<C extends Call>(site: CatalogueFixture, call: C, input: Input<C>): Promise<Output<C>> {
  const result = await site.api(call, input);
  if (!result.ok) throw new Error(`${call.name}: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** `ok`, or the status and code of a failure. */
export async function fetchCode<C extends Call>(site: CatalogueFixture, call: C, input: Input<C>): Promise<string> {
  const result = await site.api(call, input);
  return result.ok ? 'ok' : `${String(result.error.status)} ${result.error.code}`;
}
