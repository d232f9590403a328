import type { Env } from '../../config/env.ts';

export function countQueries(env: Env): { env: Env; queries: () => number } {
  let count = 0;
  const countCalls = <T extends object>(database: T): T =>
    new Proxy(database, {
      get(target, property) {
        if (property === 'prepare' || property === 'exec') count += 1;
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property !== 'withSession') return value.bind(target) as unknown;
        return (bookmark: string) => countCalls(value.call(target, bookmark) as object);
      },
    });
  return { env: { ...env, DB: countCalls(env.DB) }, queries: () => count };
}

const counted = new WeakMap<ExecutionContext, Env>();

/** Astro passes `ctx` to pages, and no `env`. */
export function putEnv(ctx: ExecutionContext, env: Env): void {
  counted.set(ctx, env);
}

/** Throws for a request that did not come through the Worker. */
export function getEnv(ctx: ExecutionContext): Env {
  const env = counted.get(ctx);
  if (!env) throw new Error('a page was rendered outside of the Worker');
  return env;
}
