import type { Env } from '../../platform/config/env.ts';
import type { Call, Input, Output } from '../../platform/http/call.ts';
import { CALLS } from '../calls.ts';
import { getInbox } from '../../features/accounts/contract/inbox.ts';
import { answerSandboxBill, getSandboxBill } from '../../features/sandbox/contract.ts';
import { DEFAULT_LOCALE, parseLocale } from '../../platform/text/locale.ts';
import { API_BASE } from '../../platform/http/api-base.ts';
import { readInput } from '../../platform/http/parse.ts';
import { respondFailure, respondJson } from '../../platform/http/respond.ts';
import { fail } from '../../platform/outcome.ts';
import { getSiteOrigin } from '../../platform/http/site-origin.ts';
import { ANSWERS } from './answers.ts';
import { Refusal, type ProviderContext } from './context.ts';
import { passCall } from './pass-call.ts';
import { supportsCall } from './settings.ts';

const KNOWN: readonly Call[] = [...CALLS, getInbox, getSandboxBill, answerSandboxBill];
const ROUTES = KNOWN.map((call) => ({ call, pattern: toPattern(call.path) }));

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

/** Passes `PROVIDER_CALLS` on and answers the other known calls from section 7. Nothing else is sent. */
export async function answerByProvider(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const locale = parseLocale(request.headers.get('accept-language')?.slice(0, 2)) ?? DEFAULT_LOCALE;
  const { host, origin, pathname } = new URL(request.url);
  const match = findCall(request.method, pathname.slice(API_BASE.length));
  if (!match) return respondFailure(fail('not_found'), {}, locale);
  const { call, params } = match;
  if (supportsCall(env, call.name) && (call.operator !== true || env.PROVIDER_CALLS !== '*'))
    return passCall(request, env, ctx);
  const isSignedIn = request.headers.has('authorization');
  if (call.auth === true && !isSignedIn) return respondFailure(fail('unauthenticated'), {}, locale);
  const input = await readInput(call, request, params);
  if (!input.ok) return respondFailure(input, {}, locale);
  const context: ProviderContext = { request, env, ctx, locale, host, origin: getSiteOrigin(env, origin), isSignedIn };
  const answer = ANSWERS[call.name as keyof typeof ANSWERS] as Answer<Call> | undefined;
  if (!answer) return respondFailure(fail('not_offered'), {}, locale);
  try {
    return respondJson(await answer(context, input.value));
  } catch (cause) {
    if (cause instanceof Refusal) return cause.response;
    throw cause;
  }
}

type Answer<C extends Call> = (context: ProviderContext, input: Input<C>) => Promise<Output<C>>;

function findCall(method: string, path: string): { call: Call; params: Record<string, string> } | null {
  for (const { call, pattern } of ROUTES) {
    // Spec 7.07: logout also by GET.
    const fits = method === call.method || (call.name === 'logout' && method === 'GET');
    const match = fits ? pattern.exec(path) : null;
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)] as const);
    return params.some(([, value]) => value === null)
      ? null
      : { call, params: Object.fromEntries(params) as Record<string, string> };
  }
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
