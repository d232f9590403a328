import * as v from 'valibot';
import type { Call, Input, Output } from '../http/calls/call.ts';
import type { ApiError } from '../http/calls/errors.ts';
import { dropMarks } from '../text/drop-marks.ts';
import { readError } from './read-error.ts';

export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError };
/** Never throws: a failure is an `ApiError`. */
export type Api = <C extends Call>(call: C, input: Input<C>) => Promise<Result<Output<C>>>;

export interface ClientOptions {
  base: string;
  locale: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export function createClient({ base, locale, fetch }: ClientOptions): Api {
  return async (call, input) => {
    const { path, rest } = fillPath(call.path, input as Record<string, unknown>);
    const get = call.method === 'GET';
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': locale };
    if (call.keyed) {
      if (rest['idempotency_key'] !== undefined) headers['idempotency-key'] = JSON.stringify(rest['idempotency_key']);
      delete rest['idempotency_key'];
    }
    // The body of an upload is its file, which the caller's `fetch` adds.
    const isInQuery = get || call.upload !== undefined;
    if (!isInQuery) headers['content-type'] = 'application/json';
    const url = base + path + (isInQuery ? buildQuery(rest) : '');
    try {
      const response = await fetch(url, {
        method: call.method,
        headers,
        ...(isInQuery ? {} : { body: JSON.stringify(rest) }),
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) return { ok: false, error: readError(response, body) };
      return checkOutput(call, body);
    } catch (cause) {
      return failNetwork(cause);
    }
  };
}

/** The output is a copy without marks of direction. */
export function checkOutput<C extends Call>(call: C, value: unknown): Result<Output<C>> {
  const parsed = v.safeParse(call.output, value);
  if (parsed.success) return { ok: true, value: dropMarks(parsed.output as Output<C>) };
  return { ok: false, error: failure('unknown', 502, `${call.name}: ${parsed.issues[0].message}`) };
}

export function failNetwork(cause: unknown): Result<never> {
  return { ok: false, error: failure('network', 0, String(cause)) };
}

function fillPath(template: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a path parameter is not sent twice
    delete rest[name];
    return encodeURIComponent(toText(value));
  });
  return { path, rest };
}

function buildQuery(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, toText(value));
  const text = query.toString();
  return text && `?${text}`;
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function failure(code: 'unknown' | 'network', status: number, message: string): ApiError {
  return { status, code, message, message_fa: '', errors: {}, retry_after: null };
}
