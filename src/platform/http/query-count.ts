import type { Env } from '../config/env.ts';

export function countQueries(env: Env): { env: Env; queries: () => number } {
  let count = 0;
  const db = new Proxy(env.DB, {
    get(target, property) {
      if (property === 'prepare' || property === 'exec') count += 1;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { env: { ...env, DB: db }, queries: () => count };
}

const counted = new WeakMap<ExecutionContext, Env>();

/** Astro passes `ctx` to pages, and no `env`. */
export function rememberEnv(ctx: ExecutionContext, env: Env): void {
  counted.set(ctx, env);
}

/** Throws for a request that did not come through the Worker. */
export function rememberedEnv(ctx: ExecutionContext): Env {
  const env = counted.get(ctx);
  if (!env) throw new Error('a page was rendered outside of the Worker');
  return env;
}
