import { RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import { ASSERTION_HEADER } from '../platform/config/session.ts';
import { fail, type Failure } from '../platform/outcome.ts';
import type { RequestContext, Wait } from '../platform/http/calls/context.ts';
import { describeError, isOutage } from '../platform/http/faults/describe-error.ts';
import { ALL_CALLS, listCallsAt } from './calls.ts';
import { requestContext } from './request-context.ts';
import { refuseWithoutAddress } from './require-address.ts';
import { getPolicy, type Call } from '../platform/http/calls/call.ts';
import { type Clock } from '../platform/http/clock.ts';
import { respondFailure } from '../platform/http/calls/respond.ts';
import { newApi, type Api } from '../platform/http/calls/serve.ts';
import type { ErrorCode } from '../platform/http/calls/errors.ts';

/** `clock` and `wait` are for tests. */
export function buildApi(base: string, mounts: readonly ((api: Api) => void)[], clock?: Clock, wait?: Wait): Api {
  const app = newApi(base);
  app.use('*', async (c, next) => {
    // Hono throws on a missing context: only deferred work needs one.
    const defer = deferTo({ waitUntil: (work) => c.executionCtx.waitUntil(work) });
    const context = await requestContext(c.req.raw, c.env, clock, defer, wait);
    c.set('request', context);
    const path = c.req.path.slice(base.length);
    // By the path that Hono routes by, which is decoded; the request's own calls go by the raw one.
    const calls = listCallsAt(path).map(({ call }) => call);
    const refusal =
      (isOpenRoute(path) ? null : refuseInKidsMode(context, calls)) ?? refuseWithoutAddress(context, calls);
    if (refusal) return respondFailure(refusal, {}, context.locale);
    await next();
    if (context.assertion !== null) c.res.headers.set(ASSERTION_HEADER, context.assertion);
    return undefined;
  });
  for (const mount of mounts) mount(app);
  requireDefinitions(app);
  refuseOtherMethods(app, base);
  app.notFound(() => respondFailure(fail('not_found')));
  app.onError((error, c) => respondFailure(logThrown(error, `${c.req.method} ${c.req.path}`)));
  return app;
}

export function deferTo(ctx: Pick<ExecutionContext, 'waitUntil'>): RequestContext['defer'] {
  return (work) => {
    ctx.waitUntil(
      work.catch((error: unknown) => {
        console.error('deferred:', error);
      }),
    );
  };
}

/** Kids sessions may make the calls that say so, and no other request but one of an open route. */
export function refuseInKidsMode({ maxAge }: RequestContext, calls: readonly Call[]): Failure<ErrorCode> | null {
  const isAllowed = calls.length > 0 && calls.every((call) => getPolicy(call).kids === 'allowed');
  return maxAge !== undefined && !isAllowed ? fail('kids_not_allowed') : null;
}

/** A bank's return is open to kids sessions, for payments begun before: it changes only what the bank confirms. */
function isOpenRoute(path: string): boolean {
  return /^\/(openapi\.json$|(payments|directdebit)\/return\/)/.test(path);
}

function requireDefinitions({ calls }: Api): void {
  const strays = [...calls].filter((call) => !ALL_CALLS.includes(call)).map(({ name }) => name);
  if (strays.length > 0) throw new Error(`served, but in no contract of src/app/calls.ts: ${strays.join(', ')}`);
}

export function logThrown(error: unknown, request: string): Failure<ErrorCode> {
  console.error(`${request}: ${describeError(error)}`);
  return isOutage(error) ? fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS }) : fail('internal');
}

function refuseOtherMethods(app: Api, base: string): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue;
    const methodsOfPath = methods.get(path) ?? new Set();
    methods.set(path, methodsOfPath.add(method));
    if (method === 'GET') methodsOfPath.add('HEAD');
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed].join(', ');
    app.all(path.slice(base.length), () => respondFailure(fail('method_not_allowed'), { allow }));
  }
}
