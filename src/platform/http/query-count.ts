import type { Env } from '../config/env.ts';

/** The same bindings with a count of D1 statements, which tests and Server-Timing read. */
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

/** Keeps a request's counted bindings with its context, which Astro hands to pages; its own `env` is uncounted. */
export function rememberEnv(ctx: ExecutionContext, env: Env): void {
  counted.set(ctx, env);
}

/** The counted bindings of a request, or null for one that did not come through worker-app.ts. */
export function rememberedEnv(ctx: ExecutionContext): Env | null {
  return counted.get(ctx) ?? null;
}
