import { DEADLINES } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { DeadlineError, withDeadline } from '../platform/http/limits/deadline.ts';
import { describeError } from '../platform/http/faults/describe-error.ts';
import { answerThrown } from '../edge/designed-answer.ts';

/** Answers by the deadline, in milliseconds. Late work continues through `waitUntil`: it may be a payment. */
export async function respondAlways(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  answer: () => Promise<Response>,
  milliseconds: number = DEADLINES.page,
): Promise<Response> {
  const work = answer();
  try {
    return await withDeadline(work, milliseconds, 'answer');
  } catch (cause) {
    if (cause instanceof DeadlineError) ctx.waitUntil(work.catch(logLate));
    return answerThrown(request, env, cause);
  }
}

function logLate(cause: unknown): void {
  console.error(`after its answer: ${describeError(cause)}`);
}
