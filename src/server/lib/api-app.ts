import { kidsMayCall } from '../../domain/kids-access.ts';
import { fail } from '../../domain/outcome.ts';
import { requestContext, type Clock } from './request-context.ts';
import { respondFailure } from './respond.ts';
import { newApi, type Api } from './serve.ts';

/**
 * An API of the given modules under `base`: a context for each request, one shape for what is unknown or broken,
 * and 405 for a known path asked with another method. `clock` is for tests.
 */
export function buildApi(base: string, mounts: readonly ((api: Api) => void)[], clock?: Clock): Api {
  const app = newApi(base);
  app.use('*', async (c, next) => {
    const context = await requestContext(c.req.raw, c.env, clock);
    c.set('request', context);
    if (context.maxAge !== undefined && !kidsMayCall(c.req.path.slice(base.length))) {
      return respondFailure(fail('kids_not_allowed'), {}, context.locale);
    }
    return next();
  });
  for (const mount of mounts) mount(app);
  refuseOtherMethods(app, base);
  app.notFound(() => respondFailure(fail('not_found')));
  // What went wrong belongs in the log; the caller learns only that something did.
  app.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path}:`, error);
    return respondFailure(fail('internal'));
  });
  return app;
}

/** A known path asked with another method answers 405 and says which ones there are. */
function refuseOtherMethods(app: Api, base: string): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue;
    const known = methods.get(path) ?? new Set();
    methods.set(path, known.add(method));
    if (method === 'GET') known.add('HEAD');
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed].join(', ');
    app.all(path.slice(base.length), () => respondFailure(fail('method_not_allowed'), { allow }));
  }
}
