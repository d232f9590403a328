import type { Env } from '../../platform/config/env.ts';
import { getPolicy, type Call, type Input, type Output } from '../../platform/http/calls/call.ts';
import { findRequestCall } from '../calls.ts';
import { DEFAULT_LOCALE, parseLocale } from '../../platform/text/locale.ts';
import { readInput } from '../../platform/http/calls/parse.ts';
import { respondFailure, respondJson } from '../../platform/http/calls/respond.ts';
import { fail } from '../../platform/outcome.ts';
import { getSiteOrigin } from '../../platform/http/origin/site-origin.ts';
import { ANSWERS } from './answers.ts';
import { Refusal, type ProviderContext } from './context.ts';
import { passCall } from './pass-call.ts';
import { supportsCall } from './settings.ts';

/** Passes `PROVIDER_CALLS` on and answers the other known calls from section 7. Nothing else is sent. */
export async function answerByProvider(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const locale = parseLocale(request.headers.get('accept-language')?.slice(0, 2)) ?? DEFAULT_LOCALE;
  const { host, origin } = new URL(request.url);
  const match = findRequestCall(request);
  const params = match && decodeParams(match.params);
  if (!params) return respondFailure(fail('not_found'), {}, locale);
  const { call } = match;
  const { caller, permission } = getPolicy(call);
  const isForOperators = caller === 'operator' && permission !== 'comments.moderate';
  if (supportsCall(env, call.name) && !(isForOperators && env.PROVIDER_CALLS === '*'))
    return passCall(request, env, ctx);
  const isSignedIn = request.headers.has('authorization');
  if (caller === 'user' && !isSignedIn) return respondFailure(fail('unauthenticated'), {}, locale);
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

function decodeParams(params: Record<string, string>): Record<string, string> | null {
  const entries = Object.entries(params).map(([name, value]) => [name, decode(value)] as const);
  return entries.some(([, value]) => value === null) ? null : (Object.fromEntries(entries) as Record<string, string>);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
