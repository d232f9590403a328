import type { ApiError } from '../http/calls/errors.ts';

const MAX_LETTERS = 500;

export function readError(response: Response, body: unknown): ApiError {
  const fields = isRecord(body) ? body : { message: body };
  const data = isRecord(fields['data']) ? fields['data'] : {};
  const wait = Number(response.headers.get('retry-after'));
  return {
    status: response.status,
    code: (readText(fields['code']) || 'unknown') as ApiError['code'],
    message: readText(fields['message']),
    message_fa: readText(fields['message_fa']),
    // From a body of any shape: spec 7.18 names `data.errors`, spec 8.01 `errors`.
    errors: readFields(fields['errors'] ?? data['errors']),
    retry_after: wait > 0 ? wait : null,
  };
}

function readFields(value: unknown): Record<string, string[]> {
  const entries = isRecord(value) ? Object.entries(value) : [['', value] as const];
  const fields = entries.map(([field, texts]) => [field, listTexts(texts)] as const);
  return Object.fromEntries(fields.filter(([, texts]) => texts.length > 0));
}

function listTexts(value: unknown): string[] {
  const values: unknown[] = isRecord(value) ? Object.values(value) : Array.isArray(value) ? value : [value];
  return values.map(readText).filter((text) => text !== '');
}

function readText(value: unknown): string {
  if (Array.isArray(value)) return listTexts(value)[0] ?? '';
  return typeof value === 'string' && value.length <= MAX_LETTERS ? value.trim() : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
