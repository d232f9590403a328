import { Hono } from 'hono';
import type * as v from 'valibot';
import type { Env } from '../../config/env.ts';
import type { Call, Output } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { fail, type Outcome } from '../../outcome.ts';
import type { RequestContext } from './context.ts';
import { readInput } from './parse.ts';
import { respondFailure, respondJson } from './respond.ts';

export type ApiEnv = { Bindings: Env; Variables: { request: RequestContext } };
export type Api = ReturnType<typeof newApi>;

export function newApi(base: string) {
  const served = { services: new Map<string, Service<Call>>(), calls: new Set<Call>() };
  return Object.assign(new Hono<ApiEnv>().basePath(base), served);
}
export type Service<C extends Call> = (
  context: RequestContext,
  input: v.InferOutput<C['input']>,
) => Promise<Outcome<Output<C>, ErrorCode>>;

export function serve<C extends Call>(api: Api, call: C, service: Service<C>): void {
  if (call.access.caller === 'operator') throw new Error(`${call.name} is an operator's: serveOperator mounts it`);
  api.services.set(call.name, service as unknown as Service<Call>);
  api.calls.add(call);
  api.on(call.alsoGet ? [call.method, 'GET'] : [call.method], call.path, async (c) => {
    const context = c.get('request');
    if (call.access.caller === 'user' && !context.user)
      return respondFailure(fail('unauthenticated'), {}, context.locale);
    const input = await readInput(call, c.req.raw, c.req.param() as Record<string, string>);
    if (!input.ok) return respondFailure(input, {}, context.locale);
    const outcome = await service(context, input.value);
    if (!outcome.ok) return respondFailure(outcome, {}, context.locale);
    const { maxAge } = call;
    return respondJson(outcome.value, maxAge ? { 'cache-control': `private, max-age=${String(maxAge)}` } : {});
  });
}
