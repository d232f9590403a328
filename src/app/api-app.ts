import { RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import { ASSERTION_HEADER } from '../platform/config/session.ts';
import { canKidsCall } from '../features/kids/kids-access.ts';
import { fail, type Failure } from '../platform/outcome.ts';
import type { RequestContext, Wait } from '../platform/http/context.ts';
import { describeError, isOutage } from '../platform/http/describe-error.ts';
import { requestContext } from './request-context.ts';
import { type Clock } from '../platform/http/clock.ts';
import { respondFailure } from '../platform/http/respond.ts';
import { newApi, type Api } from '../platform/http/serve.ts';
import type { ErrorCode } from '../platform/http/errors.ts';

/** `clock` and `wait` are for tests. */
export function buildApi(base: string, mounts: readonly ((api: Api) => void)[], clock?: Clock, wait?: Wait): Api {
  const app = newApi(base);
  app.use('*', async (c, next) => {
    // Hono throws on a missing context: only deferred work needs one.
    const defer = deferTo({ waitUntil: (work) => c.executionCtx.waitUntil(work) });
    const context = await requestContext(c.req.raw, c.env, clock, defer, wait);
    c.set('request', context);
    const refusal = refuseInKidsMode(context, c.req.path.slice(base.length));
    if (refusal) return respondFailure(refusal, {}, context.locale);
    await next();
    if (context.assertion !== null) c.res.headers.set(ASSERTION_HEADER, context.assertion);
    return undefined;
  });
  for (const mount of mounts) mount(app);
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

export function refuseInKidsMode({ maxAge }: RequestContext, path: string): Failure<ErrorCode> | null {
  return maxAge !== undefined && !canKidsCall(path) ? fail('kids_not_allowed') : null;
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
