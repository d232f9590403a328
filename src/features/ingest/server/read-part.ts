import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { MAX_SILENCE_MS } from './parts-in-hand.ts';

const ALGORITHMS: Readonly<Record<string, string>> = { sha1: 'SHA-1', sha256: 'SHA-256' };
export const CHECKSUMS = Object.keys(ALGORITHMS).join();
/** Of a whole part: 16 MiB at 150 kbit/s. */
const MAX_PART_MS = 15 * 60_000;
const MIN_BUFFER_BYTES = 64 * 2 ** 10;

type Bytes = Uint8Array<ArrayBuffer>;

/** Null for a body that announces `bytes` bytes, or nothing. */
export function checkLength(request: Request, bytes: number): ErrorCode | null {
  const announced = request.headers.get('content-length');
  if (announced === null || Number(announced) === bytes) return null;
  return Number(announced) > bytes ? 'upload_too_large' : 'upload_part';
}

/** Exactly `bytes` bytes of a body that may lie about its length, be cut, or never end. Memory grows as they come. */
export async function readPart(
  request: Request,
  bytes: number,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: () => Promise<ErrorCode | null> } = {},
): Promise<Outcome<Bytes, ErrorCode>> {
  const reader = ((request.body ?? new Blob().stream()) as ReadableStream<Uint8Array>).getReader();
  // A Worker's request may not touch the body of another one: the call itself can throw.
  const cancel = () => void (async () => reader.cancel())().catch(() => undefined);
  signal?.addEventListener('abort', cancel);
  const endsAt = Date.now() + MAX_PART_MS;
  let part = new Uint8Array(Math.min(bytes, MIN_BUFFER_BYTES));
  let size = 0;
  try {
    for (;;) {
      const limit = Math.min(MAX_SILENCE_MS, endsAt - Date.now());
      const chunk = await withDeadline(reader.read(), limit, 'a part').catch(() => null);
      if (chunk === null) return fail('upload_part');
      if (chunk.done) return size === bytes ? ok(part) : fail('upload_part');
      const end = size + chunk.value.byteLength;
      if (end > bytes) return fail('upload_too_large');
      part = makeRoom(part, end, bytes);
      part.set(chunk.value, size);
      size = end;
      const refusal = await onBytes?.();
      if (refusal) return fail(refusal);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

/** Chunks are copied: a byte of a slow line may hold a block of 64 kB. */
function makeRoom(part: Bytes, needed: number, bytes: number): Bytes {
  if (needed <= part.byteLength) return part;
  const larger = new Uint8Array(Math.min(bytes, Math.max(needed, 2 * part.byteLength)));
  larger.set(part);
  return larger;
}

/** `Upload-Checksum` of tus: the name of a hash and its base64. Null: the part has none, or fits it. */
export async function checkPart(header: string | null, part: Bytes): Promise<ErrorCode | null> {
  if (header === null) return null;
  const [name = '', wanted = ''] = header.split(' ');
  const algorithm = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (algorithm === undefined) return 'upload_checksum_unknown';
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm, part));
  return btoa(String.fromCharCode(...hash)) === wanted ? null : 'upload_checksum';
}
