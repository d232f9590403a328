import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };
import type { ErrorCode } from '../../platform/http/errors.ts';
import { ERROR_STATUS } from '../../platform/http/errors.ts';
import { readFields, readText, type Fields } from './read.ts';

const MESSAGE_MAX = 300;
/** Text that leaks internals: mark-up, error names, stacks, queries, file paths. */
const PROGRAM =
  /[<>{}[\]\\]|::|=>|\bat \w+[.(]|exception|error:|sqlstate|stack|undefined|null\b|invalid (key|type)|expected|https?:\/\/|\.php\b|\.js\b|\b(select|insert|update) .+ (from|into|set)\b/i;

export function isForPeople(text: string): boolean {
  return text.length <= MESSAGE_MAX && /\p{L}{2}/u.test(text) && !PROGRAM.test(text);
}

const isPersian = (text: string) => /[آ-ی]/.test(text);
const LOCALES: Record<'fa' | 'en', Record<string, unknown>> = { fa, en };
function getOwnText(locale: 'fa' | 'en', code: ErrorCode): string {
  const text = LOCALES[locale][`error_${code}`];
  return typeof text === 'string' ? text.replace('{{minutes}}', locale === 'fa' ? '۱' : '1') : code;
}

/** Spec section 8. */
export function toFailure(code: ErrorCode, body: unknown = null, retryAfter: string | null = null): Response {
  return respond(ERROR_STATUS[code], code, body, retryAfter);
}

/** 5xx, 401 without a session and HTML become `provider_unreachable`. */
export async function readFailure(response: Response, code: ErrorCode | null, hasToken: boolean): Promise<Response> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = response.headers.get('retry-after');
  if (status === 401 && hasToken) return toFailure('unauthenticated');
  if (status === 429) return toFailure('too_many_requests', body, retryAfter);
  if (status === 403) return toFailure('forbidden', body, retryAfter);
  if (status >= 500 || status < 400 || status === 401) return toFailure('provider_unreachable', null, retryAfter);
  return respond(status, code ?? getCode(status), body, retryAfter);
}

function getCode(status: number): ErrorCode {
  return status === 404 || status === 410 ? 'not_found' : 'invalid_input';
}

function respond(status: number, code: ErrorCode, body: unknown, retryAfter: string | null): Response {
  const fields = readFields(body);
  const errors = { ...readErrors(readFields(fields['data'])['errors']), ...readErrors(fields['errors']) };
  const message = readText(fields, 'message', 'error');
  const messageFa = readText(fields, 'message_fa');
  const persian = [messageFa, message].find((text) => text !== null && isForPeople(text) && isPersian(text));
  const english = message !== null && isForPeople(message) && !isPersian(message) ? message : null;
  const answer = {
    status: 'error',
    code,
    message: english ?? getOwnText('en', code),
    message_fa: persian ?? getOwnText('fa', code),
    ...(Object.keys(errors).length > 0 && { errors, data: { errors } }),
  };
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (retryAfter !== null && /^\d{1,6}$/.test(retryAfter)) headers.set('retry-after', retryAfter);
  return Response.json(answer, { status, headers });
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
