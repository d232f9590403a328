import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import type { Locale } from '../../text/locale.ts';
import type { Failure } from '../../outcome.ts';
import { fillText } from '../../text/fill-text.ts';
import { formatNumberIn } from '../../text/format-in.ts';

/** Error shapes: spec section 8. */

export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  // JSON opened as a page runs no script and is not framed.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export function respondJson(value: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { headers: { ...JSON_HEADERS, ...headers } });
}

/** Spec 8.01, 8.06. Field errors appear twice: the specification names both `data.errors` and `errors`. */
export function respondFailure(
  failure: Failure<ErrorCode>,
  headers: Record<string, string> = {},
  locale: Locale = 'fa',
): Response {
  const errors =
    failure.fields &&
    Object.fromEntries(
      Object.entries(failure.fields).map(([field, code]) => [
        field,
        [getErrorText(code, locale, failure.retryAfter, failure.values)],
      ]),
    );
  const body = {
    status: 'error',
    code: failure.code,
    message: getErrorText(failure.code, 'en', failure.retryAfter, failure.values),
    message_fa: getErrorText(failure.code, 'fa', failure.retryAfter, failure.values),
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

/** The text of a code; `retryAfter` in seconds. */
export function getErrorText(
  code: ErrorCode,
  locale: Locale,
  retryAfter = 0,
  values: Record<string, string> = {},
): string {
  const texts: Record<string, unknown> = locale === 'fa' ? fa : en;
  const match = texts[`error_${code}`];
  const minutes = formatNumberIn(locale, Math.max(1, Math.ceil(retryAfter / 60)));
  return typeof match === 'string' ? fillText(match, { minutes, ...values }) : code;
}
