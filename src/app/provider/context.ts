import type { Env } from '../../platform/config/env.ts';
import type { ErrorCode } from '../../platform/http/errors.ts';
import type { Locale } from '../../platform/text/locale.ts';
import { exchange } from './pass-call.ts';
import { readFailure, toFailure } from './failure.ts';
import type { SpecRequest } from './spec-calls.ts';

/** What an adapted call may use; made once for each request. */
export interface ProviderContext {
  request: Request;
  env: Env;
  ctx: ExecutionContext;
  locale: Locale;
  /** The visited host, for the igapp rules (spec 4.26). */
  host: string;
  /** The public origin, for the addresses that banks return to. */
  origin: string;
  isSignedIn: boolean;
}

/** A refusal, as the response that our own API would give. */
export class Refusal extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('refused');
    this.response = response;
  }
}

/** Ends the call with a failure of ours. */
export function refuse(code: ErrorCode): never {
  throw new Refusal(toFailure(code));
}

interface SendOptions {
  /** The answer is everybody's: asked without a token, kept, and served while the provider fails. */
  isShared?: boolean;
  /** What a refusal of the provider (4xx) means here. */
  code?: ErrorCode;
}

/** Sends a call of section 7 and returns its JSON; throws a `Refusal` otherwise. */
export async function send(
  { request, env, ctx }: ProviderContext,
  { method, path, query, body }: SpecRequest,
  { isShared = false, code }: SendOptions = {},
): Promise<unknown> {
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`
    : '';
  const sent = {
    method,
    path: path + search,
    body: body ? JSON.stringify(body) : null,
    isShared,
    withToken: !isShared,
  };
  const response = await exchange(request, env, ctx, sent);
  const hasToken = !isShared && request.headers.has('authorization');
  if (!response.ok) throw new Refusal(await readFailure(response, code ?? null, hasToken));
  const text = await response.text();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    console.error(`provider ${method} ${path}: no JSON`);
    throw new Refusal(toFailure('provider_unreachable'));
  }
}
