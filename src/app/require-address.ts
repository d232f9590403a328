import { isDemo } from '../platform/http/origin/demo.ts';
import { getPolicy, type Call } from '../platform/http/calls/call.ts';
import type { RequestContext } from '../platform/http/calls/context.ts';
import type { ErrorCode } from '../platform/http/calls/errors.ts';
import { logOnce } from '../platform/http/faults/log-once.ts';
import { fail, type Failure } from '../platform/outcome.ts';

/** Without an address all visitors would share one limit (issue 14, section 3). The demo runs without. */
export function refuseWithoutAddress(context: RequestContext, calls: readonly Call[]): Failure<ErrorCode> | null {
  const { address, env, host } = context;
  const isNeeded = calls.some((call) => getPolicy(call).address === 'needed');
  if (!isNeeded || address !== '' || isDemo(env, host)) return null;
  logOnce(
    'callers have no address, so nobody can sign in: set CLIENT_ADDRESS_HEADER to the header in which your proxy names them',
  );
  return fail('address_unknown');
}
