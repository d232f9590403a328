import { getRetryWait, getStatusCause, MediaFailure, type FailureCause } from './failure.ts';

/** Milliseconds without a byte after which a request is sent again. */
export const SILENT_MS = 8000;

export interface Requested {
  bytes: Uint8Array<ArrayBuffer>;
  /** Seconds from the request to its end; null for an answer from the cache. */
  seconds: number | null;
}

export interface RequestOptions {
  signal: AbortSignal;
  range?: string | null;
  /** The valid address for one of the playlist, which may have expired. */
  toFresh: (url: string) => string;
  onProgress?: (elapsed: number, loaded: number, total: number | null) => void;
  /** A failure that will be tried again, and null once an answer has come. */
  onTrouble: (cause: FailureCause | null) => void;
  /** Throws a `MediaFailure` where the answer is not what was asked for. */
  check?: (bytes: Uint8Array<ArrayBuffer>) => void;
}

/** Requests a file until it is here. Throws `MediaFailure`, or an AbortError after `signal`. */
export async function requestFile(url: string, options: RequestOptions): Promise<Requested> {
  return retryRequest(options, async () => {
    const requested = await requestOnce(options.toFresh(url), options);
    options.check?.(requested.bytes);
    return requested;
  });
}

export async function retryRequest<Answer>(
  { signal, onTrouble }: Pick<RequestOptions, 'signal' | 'onTrouble'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const failures = new Map<FailureCause, number>();
  for (;;) {
    signal.throwIfAborted();
    try {
      const answer = await send();
      onTrouble(null);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof MediaFailure ? error : new MediaFailure('network', String(error));
      const count = (failures.get(failure.reason) ?? 0) + 1;
      failures.set(failure.reason, count);
      const wait = getRetryWait(failure.reason, count);
      if (wait === null) throw failure;
      onTrouble(failure.reason);
      await pause(wait, signal);
    }
  }
}

async function requestOnce(url: string, { signal, range, onProgress }: RequestOptions): Promise<Requested> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  const begun = performance.now();
  const getElapsed = () => (performance.now() - begun) / 1000;
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, silence.signal]),
      ...(range && { headers: { range } }),
    });
    if (!answer.ok || !answer.body) throw new MediaFailure(getStatusCause(answer.status), String(answer.status));
    const length = Number(answer.headers.get('content-length'));
    const total = length > 0 && !answer.headers.has('content-encoding') ? length : null;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let loaded = 0;
    const reader = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      chunks.push(value);
      loaded += value.byteLength;
      onProgress?.(getElapsed(), loaded, total);
    }
    if (total !== null && loaded < total) throw new MediaFailure('network', 'cut');
    return { bytes: join(chunks, loaded), seconds: isFromCache(url) ? null : getElapsed() };
  } finally {
    clearTimeout(timer);
  }
}

function join(chunks: Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** An answer from the cache says nothing about the network. */
function isFromCache(url: string): boolean {
  const entry = performance.getEntriesByName(url).at(-1);
  return entry !== undefined && 'deliveryType' in entry && entry.deliveryType === 'cache';
}

/** Waits, or until the network is back. Throws after `signal`. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      removeEventListener('online', onDone);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onDone = end(resolve);
    const onAbort = end(() => reject(new DOMException('aborted', 'AbortError')));
    const timer = setTimeout(onDone, ms);
    addEventListener('online', onDone);
    signal.addEventListener('abort', onAbort);
  });
}
