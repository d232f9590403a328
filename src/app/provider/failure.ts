import { ERROR_STATUS, type ErrorCode } from '../../platform/http/calls/errors.ts';
import { getErrorText, JSON_HEADERS } from '../../platform/http/calls/respond.ts';
import { readFields, readText, type Fields } from './read.ts';

const MESSAGE_MAX = 300;
/** Text that leaks internals: mark-up, error names, stacks, queries, file paths. */
const PROGRAM =
  /[<>{}[\]\\]|::|=>|\bat \w+[.(]|exception|error:|sqlstate|stack|undefined|null\b|invalid (key|type)|expected|https?:\/\/|\.php\b|\.js\b|\b(select|insert|update) .+ (from|into|set)\b/i;

export function isForPeople(text: string): boolean {
  return text.length <= MESSAGE_MAX && /\p{L}{2}/u.test(text) && !PROGRAM.test(text);
}

const isPersian = (text: string) => /[آ-ی]/.test(text);

/** Spec section 8. */
export function toFailure(code: ErrorCode, body: unknown = null, retryAfter: number | null = null): Response {
  return respond(ERROR_STATUS[code], code, body, retryAfter);
}

/** 5xx and 401 without a session become `provider_unreachable`, or `code` where money may have moved (spec 8.01). */
export async function readFailure(response: Response, code: ErrorCode | null, hasToken: boolean): Promise<Response> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = readRetryAfter(headers);
  if (status === 401 && hasToken) return toFailure('unauthenticated');
  if (status === 429) return toFailure('too_many_requests', body, retryAfter);
  if (status === 403) return toFailure('forbidden', body, retryAfter);
  if (status === 401) return toFailure('provider_unreachable', null, retryAfter);
  if (status >= 500 || status < 400)
    return toFailure(code === 'payment_unconfirmed' ? code : 'provider_unreachable', body, retryAfter);
  return respond(status, code ?? getCode(status), body, retryAfter);
}

/** Seconds. RFC 9110, 10.2.3: a number, or a date. */
export function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds >= 0 && seconds < 1_000_000 ? seconds : null;
}

function getCode(status: number): ErrorCode {
  return status === 404 || status === 410 ? 'not_found' : 'invalid_input';
}

/** The provider's words precede ours; in a 429 or 5xx, English words do not replace our Persian ones. */
function respond(status: number, code: ErrorCode, body: unknown, retryAfter: number | null): Response {
  const fields = readFields(body);
  const errors = { ...readErrors(readFields(fields['data'])['errors']), ...readErrors(fields['errors']) };
  const texts = [readText(fields, 'message_fa'), readText(fields, 'message', 'error')].filter(
    (text): text is string => text !== null && isForPeople(text),
  );
  const isGuess = status < 500 && status !== 429;
  const persian = texts.find(isPersian) ?? (isGuess ? texts[0] : undefined);
  const english = texts.find((text) => !isPersian(text)) ?? texts[0];
  const answer = {
    status: 'error',
    code,
    message: english ?? getErrorText(code, 'en', retryAfter ?? 0),
    message_fa: persian ?? getErrorText(code, 'fa', retryAfter ?? 0),
    ...(Object.keys(errors).length > 0 && { errors, data: { errors } }),
  };
  const headers = { ...JSON_HEADERS, ...(retryAfter !== null && { 'retry-after': String(retryAfter) }) };
  return new Response(JSON.stringify(answer), { status, headers });
}

function readErrors(value: unknown): Record<string, string[]> {
  const errors: Fields = readFields(value);
  const texts = Object.entries(errors).map(([field, messages]) => {
    const list = (Array.isArray(messages) ? messages : [messages]).filter(
      (text) => typeof text === 'string' && isForPeople(text),
    );
    return [field.slice(0, 40), list as string[]] as const;
  });
  return Object.fromEntries(texts.filter(([, list]) => list.length > 0));
}
