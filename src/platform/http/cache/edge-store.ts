import { DEADLINES } from '../../config/deadlines.ts';
import { withDeadline } from '../limits/deadline.ts';
import { describeError } from '../faults/describe-error.ts';

const LENGTH = 'x-kept-bytes'; // Length in bytes: a shorter body was truncated and is not used.

/** Headers of a copy. Sent on, its age would use up the time for which a browser may keep the answer. */
export const COPY_HEADERS = ['age', 'date', 'cf-cache-status'];

/** Asynchronous, so that a host without a cache is a failure that the callers catch. */
async function openStore(name: string | null): Promise<Cache> {
  return name === null ? Promise.resolve(caches.default) : caches.open(name);
}

export async function getStored(key: string, store: string | null = null): Promise<Response | null> {
  try {
    return await withDeadline(readWhole(key, store), DEADLINES.near, 'cache');
  } catch (cause) {
    console.error(`read of the edge cache: ${describeError(cause)}`);
    return null;
  }
}

async function readWhole(key: string, store: string | null): Promise<Response | null> {
  const stored = await (await openStore(store)).match(key);
  if (!stored) return null;
  const body = await stored.arrayBuffer();
  const length = stored.headers.get(LENGTH);
  if (length !== null && Number(length) !== body.byteLength) throw new Error('half of a kept answer');
  const headers = new Headers(stored.headers);
  headers.delete(LENGTH);
  return new Response(body, { status: stored.status, headers });
}

/** A host's own cache takes bytes as they are. A Response copies them, and so does its reader. */
interface ByteStore extends Cache {
  putBytes?: (key: string, answer: StoredAnswer) => void;
}
interface StoredAnswer {
  body: Uint8Array<ArrayBuffer>;
  status: number;
  headers: Headers;
}

export function putStored(
  ctx: ExecutionContext,
  key: string,
  {
    body,
    status,
    headers: answerHeaders,
  }: { body: Uint8Array<ArrayBuffer> | ArrayBuffer; status: number; headers: HeadersInit },
  store: string | null = null,
): void {
  const headers = new Headers(answerHeaders);
  headers.set(LENGTH, String(body.byteLength));
  const put = openStore(store).then((cache: ByteStore) =>
    cache.putBytes
      ? cache.putBytes(key, { body: body instanceof ArrayBuffer ? new Uint8Array(body) : body, status, headers })
      : cache.put(key, new Response(body, { status, headers })),
  );
  ctx.waitUntil(
    put.catch((cause: unknown) => {
      console.error(`write to the edge cache: ${describeError(cause)}`);
    }),
  );
}
