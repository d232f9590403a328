/** An answer as bytes that nobody changes any more. */
export interface StoredAnswer {
  body: Uint8Array<ArrayBuffer>;
  status: number;
  headers: Headers;
}

interface CacheEntry {
  bytes: Uint8Array<ArrayBuffer>;
  status: number;
  headers: [string, string][];
  storedAt: number;
  until: number;
  /** The request's values of the headers in Vary. */
  varied: [string, string | null][];
}

const OVERHEAD_BYTES = 1024;

/** The Cache API as far as we use it, in memory. The answers that were asked for least lately make room. As
 * Cloudflare's, it refuses an answer that sets a cookie, a part of a file, and `Vary: *`; max-age counts, s-maxage
 * before it. */
export class ResponseCache {
  private readonly kept = new Map<string, CacheEntry>();
  private bytes = 0;
  private readonly maxBytes: number;
  private readonly now: () => number;

  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.maxBytes = maxBytes;
    this.now = now;
  }

  async match(key: Request | string): Promise<Response | undefined> {
    const { url, headers } = toRequest(key);
    const entry = this.kept.get(url);
    if (!entry) return undefined;
    if (entry.until <= this.now()) {
      this.forget(url);
      return undefined;
    }
    if (entry.varied.some(([name, value]) => headers.get(name) !== value)) return undefined;
    this.kept.delete(url);
    this.kept.set(url, entry);
    const answer = new Response(entry.status === 204 ? null : entry.bytes, {
      status: entry.status,
      headers: entry.headers,
    });
    answer.headers.set('age', String(Math.max(0, Math.floor((this.now() - entry.storedAt) / 1000))));
    return answer;
  }

  async put(key: Request | string, response: Response): Promise<void> {
    const { url, method, headers } = toRequest(key);
    if (method !== 'GET') throw new TypeError('cache: only GET is stored');
    checkStorable(response);
    const { status } = response;
    const body = new Uint8Array(await response.arrayBuffer());
    this.keep(url, headers, { body, status, headers: response.headers });
  }

  /** As `put`, of bytes that nobody changes any more. */
  putBytes(key: string, answer: StoredAnswer): void {
    checkStorable(answer);
    this.keep(new URL(key).href, new Headers(), answer);
  }

  private keep(url: string, requestHeaders: Headers, { body: bytes, status, headers }: StoredAnswer): void {
    const seconds = readMaxAge(headers.get('cache-control'));
    if (seconds <= 0 || bytes.byteLength > this.maxBytes / 4) return;
    this.forget(url);
    const storedAt = this.now();
    const varied = splitList(headers.get('vary')).map((name): [string, string | null] => [
      name,
      requestHeaders.get(name),
    ]);
    const until = storedAt + seconds * 1000;
    this.kept.set(url, { bytes, status, headers: [...headers], storedAt, varied, until });
    this.bytes += bytes.byteLength + OVERHEAD_BYTES;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.forget(oldest);
    }
  }

  async delete(key: Request | string): Promise<boolean> {
    return this.forget(toRequest(key).url);
  }

  private forget(url: string): boolean {
    const entry = this.kept.get(url);
    if (entry) this.bytes -= entry.bytes.byteLength + OVERHEAD_BYTES;
    return this.kept.delete(url);
  }
}

export function createCaches(maxBytes: number): CacheStorage {
  const caches = new Map<string, ResponseCache>();
  const open = (name: string) => {
    const cache = caches.get(name) ?? new ResponseCache(maxBytes);
    caches.set(name, cache);
    return cache;
  };
  return { default: open('default'), open: async (name: string) => open(name) } as unknown as CacheStorage;
}

function toRequest(key: Request | string): Request {
  return typeof key === 'string' ? new Request(key) : key;
}

function checkStorable({ status, headers }: Pick<Response, 'status' | 'headers'>): void {
  if (status === 206 || splitList(headers.get('vary')).includes('*'))
    throw new TypeError('cache: a part, or an answer for one request');
  if (headers.has('set-cookie')) throw new TypeError('cache: the answer sets a cookie');
}

function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

/** Seconds; 0 for an answer that may not be stored. */
function readMaxAge(text: string | null): number {
  const directives = splitList(text);
  if (directives.some((name) => /^(no-store|no-cache|private)\b/.test(name))) return 0;
  const read = (name: string) => directives.map((part) => new RegExp(`^${name}=(\\d+)$`).exec(part)?.[1]).find(Boolean);
  return Number(read('s-maxage') ?? read('max-age') ?? 0);
}
