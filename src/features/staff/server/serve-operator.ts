import type * as v from 'valibot';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Call, Output } from '../../../platform/http/calls/call.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { readOperatorTokens } from '../../../platform/http/calls/operator-tokens.ts';
import { readBytesAtMost, readInput } from '../../../platform/http/calls/parse.ts';
import { CONFIRMED, type Permission } from '../../../platform/http/calls/permissions.ts';
import { respondFailure, respondJson } from '../../../platform/http/calls/respond.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { findCaller, type Operator } from './find-operator.ts';
import { beginAct, endAct, type Change } from './trail.ts';

/** The body of a call with `upload`. */
export interface Upload {
  /** As its sender names it. */
  type: string;
  /** Null as soon as it has more bytes than the call allows. */
  read: () => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** `operator` is the name in the trail; `record` adds what was changed to it. */
export type OperatorService<C extends Call> = (
  context: RequestContext,
  input: v.InferOutput<C['input']>,
  operator: string,
  record: (change: Change) => void,
) => Promise<Outcome<Output<C>, ErrorCode>>;

export type UploadService<C extends Call> = (
  ...given: [...Parameters<OperatorService<C>>, upload: Upload]
) => ReturnType<OperatorService<C>>;

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
  service: UploadService<C>,
): void {
  const { permission, limit } = registerCall(api, call);
  api.on(call.method, call.path, async (c) => {
    const context = c.get('request');
    const { locale } = context;
    const admitted = await admitOperator(context, limit);
    if (!admitted.ok) return respondFailure(admitted, {}, locale);
    const operator = admitted.value;
    const input = await readInput(call, c.req.raw, c.req.param() as Record<string, string>);
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
      ? await service(
          context,
          refusal.value,
          operator.name,
          (part) => Object.assign(change, part),
          readUpload(c.req.raw, call),
        )
      : refusal;
    await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code], change);
    return outcome.ok ? respondJson(outcome.value) : respondFailure(outcome, {}, locale);
  });
}

function readUpload(request: Request, { upload = 0 }: Call): Upload {
  return {
    type: request.headers.get('content-type') ?? '',
    read: async () => (await readBytesAtMost(request, upload))?.bytes() ?? null,
  };
}

/** The row of a machine's act. The service calls `begin` before it changes anything, and `record` as an operator's does. */
export interface Trail {
  begin: () => Promise<void>;
  record: (change: Change) => void;
}

/** For calls that a machine makes every few seconds: a refusal leaves a row, and an act that its service begins. Mere
 * progress and renewals leave none. */
export function serveMachine<C extends Call>(
  api: Api,
  call: C,
  name: (input: v.InferOutput<C['input']>) => string,
  service: (
    context: RequestContext,
    input: v.InferOutput<C['input']>,
    operator: string,
    trail: Trail,
  ) => Promise<Outcome<Output<C>, ErrorCode>>,
): void {
  const { permission } = registerCall(api, call);
  api.on(call.method, call.path, async (c) => {
    const context = c.get('request');
    const { locale } = context;
    const admitted = await admitOperator(context, 'machine');
    if (!admitted.ok) return respondFailure(admitted, {}, locale);
    const operator = admitted.value;
    const input = await readInput(call, c.req.raw, c.req.param() as Record<string, string>);
    const subject = input.ok ? name(input.value) : 'invalid';
    const rows: number[] = [];
    const begin = async () => {
      rows.push(await beginAct(context, { operator: operator.name, action: call.name, permission, subject }));
    };
    const change: Change = {};
    const record = (part: Change) => Object.assign(change, part);
    const allowed = allow(operator, permission);
    const refusal = allowed.ok ? input : allowed;
    const outcome = refusal.ok ? await service(context, refusal.value, operator.name, { begin, record }) : refusal;
    if (!outcome.ok && rows.length === 0) await begin();
    for (const id of rows) await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code], change);
    return outcome.ok ? respondJson(outcome.value) : respondFailure(outcome, {}, locale);
  });
}

function registerCall(api: Api, call: Call) {
  const { access } = call;
  if (access.caller !== 'operator') throw new Error(`${call.name} is not an operator's: serve mounts it`);
  api.calls.add(call);
  return access;
}

export async function admitOperator(
  context: RequestContext,
  limit: 'operator' | 'intake' | 'machine' = 'operator',
): Promise<Outcome<Operator, ErrorCode>> {
  const { operator, isStaff } = await findCaller(context);
  const budget = await takeBudget(context, [
    operator === null
      ? { limit: 'operator', subject: 'unknown' }
      : { limit, subject: `operator:${operator.name}`, byNetwork: false },
  ]);
  if (!budget.ok) return budget;
  return operator === null ? fail(isStaff ? 'staff_closed' : 'unauthenticated') : ok(operator);
}

export function allow({ permissions, isConfirmed }: Operator, permission: Permission): Outcome<null, ErrorCode> {
  if (!permissions.includes(permission)) return fail('operator_role');
  return isConfirmed || !CONFIRMED.includes(permission) ? ok(null) : fail('staff_confirm');
}
