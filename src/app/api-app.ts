import { RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import { canKidsCall } from '../features/kids/kids-access.ts';
import { fail } from '../platform/outcome.ts';
import type { Wait } from '../platform/http/context.ts';
import { describeError, isOutage } from '../platform/http/describe-error.ts';
import { requestContext } from './request-context.ts';
import { type Clock } from '../platform/http/clock.ts';
import { respondFailure } from '../platform/http/respond.ts';
import { newApi, type Api } from '../platform/http/serve.ts';

/** `clock` and `wait` are for tests. */
export function buildApi(base: string, mounts: readonly ((api: Api) => void)[], clock?: Clock, wait?: Wait): Api {
  const app = newApi(base);
  app.use('*', async (c, next) => {
    const defer = (work: Promise<unknown>) => {
      c.executionCtx.waitUntil(
        work.catch((error: unknown) => {
          console.error('deferred:', error);
        }),
      );
    };
    const context = await requestContext(c.req.raw, c.env, clock, defer, wait);
    c.set('request', context);
    if (context.maxAge !== undefined && !canKidsCall(c.req.path.slice(base.length))) {
      return respondFailure(fail('kids_not_allowed'), {}, context.locale);
    }
    return next();
  });
  for (const mount of mounts) mount(app);
  refuseOtherMethods(app, base);
  app.notFound(() => respondFailure(fail('not_found')));
  app.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path}: ${describeError(error)}`);
    return respondFailure(
      isOutage(error) ? fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS }) : fail('internal'),
    );
  });
  return app;
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
