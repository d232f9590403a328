import type * as v from 'valibot';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Call, Output } from '../../../platform/http/calls/call.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { readOperatorTokens } from '../../../platform/http/calls/operator-tokens.ts';
import { readInput } from '../../../platform/http/calls/parse.ts';
import { CONFIRMED, type Permission } from '../../../platform/http/calls/permissions.ts';
import { respondFailure, respondJson } from '../../../platform/http/calls/respond.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { findCaller, type Operator } from './find-operator.ts';
import { beginAct, endAct, type Change } from './trail.ts';

/** `operator` is the name in the trail; `record` adds what was changed to it. */
export type OperatorService<C extends Call> = (
  context: RequestContext,
  input: v.InferOutput<C['input']>,
  operator: string,
  record: (change: Change) => void,
) => Promise<Outcome<Output<C>, ErrorCode>>;

/** A site without tokens has no such calls for strangers. */
export function hideOperatorCalls(api: Api): void {
  api.use('/operator/*', async (c, next) => {
    const context = c.get('request');
    if (readOperatorTokens(c.env).length > 0 || (await findCaller(context)).isStaff) return next();
    return respondFailure(fail('not_found'), {}, context.locale);
  });
}

/** Writes `operator_audit` before the service runs. Strangers are charged by network, operators by name. */
export function serveOperator<C extends Call>(
  api: Api,
  call: C,
  subject: (input: v.InferOutput<C['input']>, context: RequestContext) => string | Promise<string>,
  service: OperatorService<C>,
): void {
  const { access } = call;
  if (access.caller !== 'operator') throw new Error(`${call.name} is not an operator's: serve mounts it`);
  api.calls.add(call);
  api.on(call.method, call.path, async (c) => {
    const context = c.get('request');
    const { locale } = context;
    const { operator, isStaff } = await findCaller(context);
    const charge =
      operator === null ? { subject: 'unknown' } : { subject: `operator:${operator.name}`, byNetwork: false };
    const budget = await takeBudget(context, [{ limit: 'operator', ...charge }]);
    if (!budget.ok) return respondFailure(budget, {}, locale);
    if (operator === null) return respondFailure(fail(isStaff ? 'staff_closed' : 'unauthenticated'), {}, locale);
    const input = await readInput(call, c.req.raw, c.req.param() as Record<string, string>);
    const { permission } = access;
    const id = await beginAct(context, {
      operator: operator.name,
      action: call.name,
      permission,
      subject: input.ok ? await subject(input.value, context) : 'invalid',
    });
    const change: Change = {};
    const allowed = allow(operator, permission);
    const refusal = allowed.ok ? input : allowed;
    const outcome = refusal.ok
      ? await service(context, refusal.value, operator.name, (part) => Object.assign(change, part))
      : refusal;
    await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code], change);
    return outcome.ok ? respondJson(outcome.value) : respondFailure(outcome, {}, locale);
  });
}

function allow({ permissions, isConfirmed }: Operator, permission: Permission): Outcome<null, ErrorCode> {
  if (!permissions.includes(permission)) return fail('operator_role');
  return isConfirmed || !CONFIRMED.includes(permission) ? ok(null) : fail('staff_confirm');
}
