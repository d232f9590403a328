import type { Env } from '../../platform/config/env.ts';
import type { ErrorCode } from '../../platform/http/calls/errors.ts';
import type { Locale } from '../../platform/text/locale.ts';
import { exchange } from './pass-call.ts';
import { readFailure, toFailure } from './failure.ts';
import { readErrorStatus } from './read.ts';
import type { SpecRequest } from './spec-calls.ts';

export interface ProviderContext {
  request: Request;
  env: Env;
  ctx: ExecutionContext;
  locale: Locale;
  host: string; // Spec 4.26
  origin: string; // For return addresses of banks
  isSignedIn: boolean;
}

export class Refusal extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('refused');
    this.response = response;
  }
}

export function refuse(code: ErrorCode): never {
  throw new Refusal(toFailure(code));
}

interface SendOptions {
  /** Sent without a token, cached, and served while the provider fails. */
  isShared?: boolean;
  code?: ErrorCode; // For 4xx answers
}

/** Throws `Refusal` unless the answer is JSON with 2xx that reports no error. */
export async function send(
  { request, env, ctx }: ProviderContext,
  { method, path, query, body }: SpecRequest,
  { isShared = false, code }: SendOptions = {},
): Promise<unknown> {
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`
    : '';
  const call = {
    method,
    path: path + search,
    body: body ? JSON.stringify(body) : null,
    isShared,
    withToken: !isShared,
  };
  const response = await exchange(request, env, ctx, call);
  const hasToken = !isShared && request.headers.has('authorization');
  if (!response.ok) throw new Refusal(await readFailure(response, code ?? null, hasToken));
  const text = await response.text();
  if (text.trim() === '') return {};
  const answer = parse(text);
  if (answer === undefined) {
    console.error(`provider ${method} ${path}: no JSON`);
    throw new Refusal(toFailure('provider_unreachable'));
  }
  const status = readErrorStatus(answer);
  if (status === null) return answer;
  throw new Refusal(await readFailure(Response.json(answer, { status }), code ?? null, hasToken));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
