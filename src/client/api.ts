import * as v from 'valibot';
import type { Call, Input, Output } from '../contract/call.ts';
import type { ApiError } from '../contract/errors.ts';

export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError };
/** Calls the API; never throws: a failure comes back as an `ApiError`. */
export type Api = <C extends Call>(call: C, input: Input<C>) => Promise<Result<Output<C>>>;

export interface ClientOptions {
  /** Where the API answers, without a trailing slash: `/api/v1` in a browser. */
  base: string;
  locale: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The one client of the API, for pages (in process or against a provider) and for islands. */
export function createClient({ base, locale, fetch }: ClientOptions): Api {
  return async (call, input) => {
    const { path, rest } = fillPath(call.path, input as Record<string, unknown>);
    const get = call.method === 'GET';
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': locale };
    if (!get) headers['content-type'] = 'application/json';
    const url = base + path + (get ? queryOf(rest) : '');
    try {
      const response = await fetch(url, {
        method: call.method,
        headers,
        ...(get ? {} : { body: JSON.stringify(rest) }),
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) return { ok: false, error: errorOf(response, body) };
      const parsed = v.safeParse(call.output, body);
      if (!parsed.success)
        return { ok: false, error: failure('unknown', 502, `${call.name}: ${parsed.issues[0].message}`) };
      return { ok: true, value: parsed.output as Output<typeof call> };
    } catch (cause) {
      return { ok: false, error: failure('network', 0, String(cause)) };
    }
  };
}

function fillPath(template: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a path parameter is not sent twice
    delete rest[name];
    return encodeURIComponent(textOf(value));
  });
  return { path, rest };
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, textOf(value));
  const text = query.toString();
  return text && `?${text}`;
}

/** A value as it stands in an address: text as it is, numbers and flags as they are written. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const errorBody = v.object({
  code: v.optional(v.string(), 'unknown'),
  message: v.optional(v.string(), ''),
  message_fa: v.optional(v.string(), ''),
  errors: v.optional(
    v.record(
      v.string(),
      v.union([
        v.array(v.string()),
        v.pipe(
          v.string(),
          v.transform((text) => [text]),
        ),
      ]),
    ),
    {},
  ),
});

function errorOf(response: Response, body: unknown): ApiError {
  const parsed = v.safeParse(errorBody, body);
  const wait = Number(response.headers.get('retry-after'));
  if (!parsed.success) return failure('unknown', response.status, response.statusText);
  return {
    ...parsed.output,
    code: parsed.output.code as ApiError['code'],
    status: response.status,
    retry_after: wait > 0 ? wait : null,
  };
}

function failure(code: 'unknown' | 'network', status: number, message: string): ApiError {
  return { status, code, message, message_fa: '', errors: {}, retry_after: null };
}
