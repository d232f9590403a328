import { checkOutput, failNetwork, toText, type Api as Client, type Result } from '../platform/client/api.ts';
import { readError } from '../platform/client/read-error.ts';
import { DEADLINES } from '../platform/config/deadlines.ts';
import { API_BASE } from '../platform/http/calls/api-base.ts';
import { getPolicy, type Call } from '../platform/http/calls/call.ts';
import type { RequestContext } from '../platform/http/calls/context.ts';
import { withDeadline } from '../platform/http/limits/deadline.ts';
import type { ErrorCode } from '../platform/http/calls/errors.ts';
import { validate } from '../platform/http/calls/parse.ts';
import { respondFailure } from '../platform/http/calls/respond.ts';
import type { Api, Service } from '../platform/http/calls/serve.ts';
import { fail, type Failure, type Outcome } from '../platform/outcome.ts';
import { logThrown, refuseInKidsMode } from './api-app.ts';

export interface InProcessApi {
  /** Null where the call needs a request: a POST. */
  find: (call: Call) => Client | null;
  forget: () => void;
}

type CreateContext = (copy: 'primary' | 'replica') => Promise<RequestContext>;

/** Hands values from API to page without JSON (decision 074). The calls of a page share one read of the session. */
export function createInProcessApi(api: Api, createContext: CreateContext, usesReplica = false): InProcessApi {
  const shared = new Map<string, Promise<RequestContext>>();
  const forget = () => {
    shared.clear();
  };
  const getContext = (call: Call) => {
    const key = usesReplica ? getPolicy(call).database : 'primary';
    const context = shared.get(key) ?? createContext(key);
    shared.set(key, context);
    // A failed read of the session is tried again.
    context.catch(forget);
    return context;
  };
  const client: Client = async (call, input) => {
    const service = api.services.get(call.name);
    try {
      const work = service
        ? answer(call, service, input as Record<string, unknown>, getContext)
        : refuse(fail('not_found'));
      return await withDeadline(work, DEADLINES.call, 'API');
    } catch (cause) {
      return failNetwork(cause);
    }
  };
  return { find: ({ method }) => (method === 'GET' ? client : null), forget };
}

async function answer(
  call: Call,
  service: Service<Call>,
  input: Record<string, unknown>,
  getContext: (call: Call) => Promise<RequestContext>,
): Promise<Result<unknown>> {
  const texts = toTexts(input);
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(texts[name] ?? ''));
  // An empty parameter names no route.
  if (/\/(\/|$)/.test(path)) return refuse(fail('not_found'));
  try {
    const context = await getContext(call);
    const refusal = refuseInKidsMode(context, [call]);
    if (refusal) return await refuse(refusal, context);
    const outcome = await serveCall(call, service, texts, context);
    return outcome.ok ? checkOutput(call, outcome.value) : await refuse(outcome, context);
  } catch (error) {
    return refuse(logThrown(error, `${call.method} ${API_BASE}${path}`));
  }
}

async function serveCall(
  call: Call,
  service: Service<Call>,
  texts: Record<string, string>,
  context: RequestContext,
): Promise<Outcome<unknown, ErrorCode>> {
  if (call.access.caller === 'user' && !context.user) return fail('unauthenticated');
  const input = validate(call.input, texts);
  return input.ok ? service(context, input.value) : input;
}

function toTexts(input: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, toText(value).toWellFormed()]));
}

async function refuse(failure: Failure<ErrorCode>, context?: RequestContext): Promise<Result<never>> {
  const response = respondFailure(failure, {}, context?.locale);
  return { ok: false, error: readError(response, await response.json()) };
}
