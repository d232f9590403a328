import { DEADLINES } from '../config/deadlines.ts';
import { withDeadline } from './deadline.ts';
import { describeError } from './describe-error.ts';

const LENGTH = 'x-kept-bytes'; // Length in bytes: a shorter body was truncated and is not used.

/** Headers of a copy. Sent on, its age would use up the time for which a browser may keep the answer. */
export const COPY_HEADERS = ['age', 'date', 'cf-cache-status'];

/** Asynchronous, so that a host without a cache is a failure that the callers catch. */
async function openStore(name: string | null): Promise<Cache> {
  return name === null ? Promise.resolve(caches.default) : caches.open(name);
}

export async function readStored(key: string, store: string | null = null): Promise<Response | null> {
  try {
    return await withDeadline(readWhole(key, store), DEADLINES.near, 'cache');
  } catch (cause) {
    console.error(`read of the edge cache: ${describeError(cause)}`);
    return null;
  }
}

async function readWhole(key: string, store: string | null): Promise<Response | null> {
  const kept = await (await openStore(store)).match(key);
  if (!kept) return null;
  const body = await kept.arrayBuffer();
  const length = kept.headers.get(LENGTH);
  if (length !== null && Number(length) !== body.byteLength) throw new Error('half of a kept answer');
  const headers = new Headers(kept.headers);
  headers.delete(LENGTH);
  return new Response(body, { status: kept.status, headers });
}

export function keepAnswer(
  ctx: ExecutionContext,
  key: string,
  { body, status, headers }: { body: BufferSource; status: number; headers: HeadersInit },
  store: string | null = null,
): void {
  const kept = new Response(body, { status, headers });
  kept.headers.set(LENGTH, String(body.byteLength));
  const put = openStore(store).then((cache) => cache.put(key, kept));
  ctx.waitUntil(
    put.catch((cause: unknown) => {
      console.error(`write to the edge cache: ${describeError(cause)}`);
    }),
  );
}
