import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeldBytes } from '../../../edge/held-body.ts';
import { PACKED_PAGE_SECONDS } from '../../../platform/config/freshness.ts';
import { KEPT_PARTS_HEADER } from '../../../platform/http/pages/page-parts.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';
import { isGuestsPage } from './guests-page.ts';
import { isSecure } from '@pardeh/workers-on-node/http/to-request';

const FRESH_MS = PACKED_PAGE_SECONDS * 1000;
const MAX_BYTES = 32 * 2 ** 20;

/** Request headers that change a shared page on its way out. */
const KEY_HEADERS = new Set(['host', 'cookie', 'accept-encoding', KEPT_PARTS_HEADER]);
/** Request headers that change no shared page. Any other header sends the request to the app. */
const NEUTRAL_HEADERS = new Set([
  ...['accept', 'accept-language', 'connection', 'dnt', 'keep-alive', 'pragma', 'priority', 'referer', 'user-agent'],
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'sec-gpc', 'upgrade-insecure-requests'],
  ...['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'save-data', 'x-request-id'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
]);

export interface KeptPage {
  status: number;
  headers: string[];
  body: Uint8Array;
}

export interface PageMemory {
  /** Null: the app must answer. */
  toKey: (incoming: IncomingMessage) => string | null;
  get: (key: string) => KeptPage | null;
  /** Keeps a packed page that the app lets a guest's browser keep. Null, with the answer untouched, for any other. */
  put: (key: string, response: Response) => Promise<KeptPage | null>;
}

/** Guests' pages as they leave, packed, for a second: a page in demand costs neither the app nor a compression. */
export function createPageMemory(maxBytes = MAX_BYTES, now: () => number = () => performance.now()): PageMemory {
  const pages = new LruCache<KeptPage>({ max: maxBytes, weigh: ({ body }) => body.byteLength, now });
  return {
    toKey,
    get: (key) => pages.get(key),
    put: async (key, response) => {
      if (!isGuestsPage(response)) return null;
      const body = getHeldBytes(response) ?? new Uint8Array(await response.arrayBuffer());
      const { status } = response;
      const headers = [...response.headers, ['content-length', String(body.byteLength)]].flat();
      const page = { status, headers, body };
      pages.put(key, page, FRESH_MS);
      return page;
    },
  };
}

export function sendKept({ status, headers, body }: KeptPage, id: string, outgoing: ServerResponse): void {
  outgoing.writeHead(status, [...headers, 'x-request-id', id]);
  outgoing.end(body);
}

function toKey(incoming: IncomingMessage): string | null {
  const { rawHeaders, method, url = '' } = incoming;
  if (method !== 'GET' || url.startsWith('/api/') || url.startsWith('/media/')) return null;
  let key = `${isSecure(incoming) ? 'https' : 'http'} ${url}`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (KEY_HEADERS.has(name)) key += `\n${name}: ${rawHeaders[at + 1] ?? ''}`;
    else if (!NEUTRAL_HEADERS.has(name)) return null;
  }
  return key;
}
