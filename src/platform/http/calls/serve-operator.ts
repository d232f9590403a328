import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { getPolicy, type Call, type Output } from './call.ts';
import { fail, type Outcome } from '../../outcome.ts';
import type { RequestContext } from './context.ts';
import { readInput } from './parse.ts';
import { takeBudget } from '../limits/rate-limit.ts';
import { respondFailure, respondJson } from './respond.ts';
import type { Api } from './serve.ts';
import { findOperator, readOperatorTokens } from './operator-tokens.ts';

export type OperatorService<C extends Call> = (
  context: RequestContext,
  input: v.InferOutput<C['input']>,
  operator: string,
) => Promise<Outcome<Output<C>, ErrorCode>>;

const auditRow = v.tuple([v.object({ id: v.number() })]);

export function hideOperatorCalls(api: Api): void {
  api.use('/operator/*', async (c, next) => {
    if (readOperatorTokens(c.env).length > 0) return next();
    return respondFailure(fail('not_found'), {}, c.get('request').locale);
  });
}

/** Writes `operator_audit` before the service runs. Strangers are charged by network, operators by name. */
export function serveOperator<C extends Call>(
  api: Api,
  call: C,
  subject: (input: v.InferOutput<C['input']>) => string,
  service: OperatorService<C>,
): void {
  if (call.access.caller !== 'operator') throw new Error(`${call.name} is not an operator's: serve mounts it`);
  api.calls.add(call);
  api.on(call.method, call.path, async (c) => {
    const context = c.get('request');
    const { db, locale, now } = context;
    const operator = await findOperator(readOperatorTokens(c.env), context.token);
    const charge =
      operator === null ? { subject: 'unknown' } : { subject: `operator:${operator.name}`, byNetwork: false };
    const budget = await takeBudget(context, [{ limit: 'operator', ...charge }]);
    if (!budget.ok) return respondFailure(budget, {}, locale);
    if (operator === null) return respondFailure(fail('unauthenticated'), {}, locale);
    const input = await readInput(call, c.req.raw, c.req.param() as Record<string, string>);
    const about = input.ok ? subject(input.value) : 'invalid';
    const [{ id }] = v.parse(
      auditRow,
      await db.all(sql`INSERT INTO operator_audit (operator, action, subject, created_at)
        VALUES (${operator.name}, ${call.name}, ${about}, ${now}) RETURNING id`),
    );
    const isAllowed = operator.role === null || operator.role === getPolicy(call).role;
    const refusal = isAllowed ? input : fail('operator_role');
    const outcome = refusal.ok ? await service(context, refusal.value, operator.name) : refusal;
    const status = outcome.ok ? 200 : ERROR_STATUS[outcome.code];
    await db.run(sql`UPDATE operator_audit SET status = ${status} WHERE id = ${id}`);
    return outcome.ok ? respondJson(outcome.value) : respondFailure(outcome, {}, locale);
  });
}
