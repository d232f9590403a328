import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };
import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts';
import type { Locale } from '../../domain/locale.ts';
import type { Failure } from '../../domain/outcome.ts';

/** The only place that builds API responses. Shapes of an error: spec section 8. */

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** A value as JSON, never stored unless `headers` says otherwise. */
export function respondJson(value: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { headers: { ...JSON_HEADERS, ...headers } });
}

/**
 * A failure as JSON: `code`, `message` (English), `message_fa`, and `errors` by field where it is about fields, in
 * the caller's language (spec 8.01, 8.06).
 * The specification's table names `data.errors` for send-code, its catalogue `errors`: both are there.
 */
export function respondFailure(
  failure: Failure<ErrorCode>,
  headers: Record<string, string> = {},
  locale: Locale = 'fa',
): Response {
  const own = locale === 'fa' ? fa : en;
  const errors =
    failure.fields &&
    Object.fromEntries(Object.entries(failure.fields).map(([field, code]) => [field, [text(own, code)]]));
  const body = {
    status: 'error',
    code: failure.code,
    message: text(en, failure.code),
    message_fa: text(fa, failure.code),
    ...(errors && { errors, data: { errors } }),
  };
  const status = ERROR_STATUS[failure.code];
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...JSON_HEADERS,
      ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...headers,
    },
  });
}

function text(locale: Record<string, unknown>, code: ErrorCode): string {
  const found = locale[`error_${code}`];
  return typeof found === 'string' ? found : code;
}
