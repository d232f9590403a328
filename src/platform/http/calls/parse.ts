import * as v from 'valibot';
import { BODY_MAX_BYTES } from '../../config/constants.ts';
import type { Call, Schema } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { fail, ok, type Outcome } from '../../outcome.ts';

export async function readInput<C extends Call>(
  call: C,
  request: Request,
  params: Record<string, string>,
): Promise<Outcome<v.InferOutput<C['input']>, ErrorCode>> {
  if (call.method === 'GET' || call.upload !== undefined) {
    return validate(call.input, { ...Object.fromEntries(new URL(request.url).searchParams), ...params });
  }
  const body = await readJson(request);
  if (!body.ok || !call.keyed) return body.ok ? validate(call.input, { ...body.value, ...params }) : body;
  const key = readIdempotencyKey(request.headers);
  if (key === null) return fail('idempotency_key_invalid');
  return validate(call.input, { ...body.value, ...params, idempotency_key: key });
}

export function validate<S extends Schema>(schema: S, value: unknown): Outcome<v.InferOutput<S>, ErrorCode> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return ok(parsed.output);
  const fields: Record<string, ErrorCode> = {};
  for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? 'body'] = 'invalid_input';
  return fail('invalid_input', { fields });
}

async function readJson(request: Request): Promise<Outcome<Record<string, unknown>, ErrorCode>> {
  const type = request.headers.get('content-type') ?? '';
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > BODY_MAX_BYTES) return fail('body_too_large', { fields: { body: 'body_too_large' } });
  const text = await readAtMost(request, BODY_MAX_BYTES);
  if (text === null) return fail('body_too_large', { fields: { body: 'body_too_large' } });
  if (text === '') return ok({});
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    return fail('unsupported_media_type', { fields: { body: 'unsupported_media_type' } });
  }
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? ok({ ...value }) : fail('invalid_body', { fields: { body: 'invalid_body' } });
  } catch {
    return fail('invalid_json', { fields: { body: 'invalid_json' } });
  }
}

/** Null as soon as the body exceeds `limit` bytes: Content-Length cannot be trusted. */
export async function readAtMost(request: Pick<Request, 'body'>, limit: number): Promise<string | null> {
  const body = await readBytesAtMost(request, limit);
  return body && (await body.text());
}

export async function readBytesAtMost({ body }: Pick<Request, 'body'>, limit: number): Promise<Blob | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks as BlobPart[]);
}
