import { setTimeout as wait } from 'node:timers/promises';

/** The kinds that bytes are counted by. */
const KINDS = ['html', 'css', 'script', 'font', 'image', 'fetch', 'other'];

const QUIET_MS = 2000;
/** A request whose end nobody reports (one of a worker, say) must not hold up the measurement. */
const STUCK_MS = 20_000;
const GIVE_UP_MS = 120_000;
const LOCAL_SCHEME = /^(?:data|blob|about):/;

/** Everything a page asks the network for, as DevTools tells it. */
export class NetworkLog {
  #requests = new Map();
  #redirects = [];
  #loaded = false;
  #lastChange = Date.now();
  #session;

  /** @param {import('@playwright/test').CDPSession} session of the page; from here on it is listened to */
  constructor(session) {
    this.#session = session;
    session.on('Network.requestWillBeSent', (event) => this.#sent(event));
    session.on('Network.responseReceived', (event) => this.#update(event, toResponse(event)));
    session.on('Network.dataReceived', () => (this.#lastChange = Date.now()));
    session.on('Network.loadingFinished', (event) =>
      this.#update(event, { done: true, bytes: event.encodedDataLength }),
    );
    session.on('Network.loadingFailed', (event) => this.#update(event, { done: true, failure: event.errorText }));
    session.on('Page.loadEventFired', () => (this.#loaded = true));
  }

  /** All requests so far; redirects count, data: does not. */
  get requests() {
    return [...this.#redirects, ...this.#requests.values()];
  }

  /** Waits until the page has loaded and the network has been quiet for two seconds. Throws after two minutes. */
  async settled() {
    const started = Date.now();
    for (;;) {
      await wait(50);
      const quiet = Date.now() - this.#lastChange;
      const open = [...this.#requests.values()].some(({ done }) => !done);
      if (this.#loaded && quiet >= (open ? STUCK_MS : QUIET_MS)) return;
      if (Date.now() - started > GIVE_UP_MS) throw new Error('The page never came to rest.');
    }
  }

  /** The text of the page's own HTML, decoded. @returns {Promise<string>} */
  async html() {
    const page = this.requests.find(({ kind }) => kind === 'html');
    if (page === undefined) throw new Error('No page was received.');
    const { body, base64Encoded } = await this.#session.send('Network.getResponseBody', { requestId: page.id });
    return base64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  }

  #sent({ requestId, request, redirectResponse, type }) {
    if (LOCAL_SCHEME.test(request.url)) return;
    this.#lastChange = Date.now();
    const before = this.#requests.get(requestId);
    if (before && redirectResponse) {
      this.#redirects.push({
        ...before,
        kind: 'other',
        status: redirectResponse.status,
        bytes: redirectResponse.encodedDataLength,
      });
    }
    this.#requests.set(requestId, { id: requestId, url: request.url, kind: getKind(type, ''), bytes: 0, done: false });
  }

  #update({ requestId }, change) {
    const request = this.#requests.get(requestId);
    if (!request) return;
    this.#lastChange = Date.now();
    Object.assign(request, change);
  }
}

function toResponse({ type, response }) {
  return { kind: getKind(type, response.mimeType), status: response.status };
}

/** The requested type (DevTools) or, for a preload and the like, the received one (media type). */
function getKind(type, mime) {
  if (type === 'Document') return 'html';
  if (type === 'Stylesheet' || mime === 'text/css') return 'css';
  if (type === 'Script' || /javascript/.test(mime)) return 'script';
  if (type === 'Font' || /^(?:font\/|application\/font)/.test(mime)) return 'font';
  if (type === 'Image' || mime.startsWith('image/')) return 'image';
  return type === 'Fetch' || type === 'XHR' ? 'fetch' : 'other';
}

/**
 * Sums up a log.
 * @param {{url: string, kind: string, bytes: number, status?: number, failure?: string}[]} requests
 * @param {string} origin the page's own
 */
export function countRequests(requests, origin) {
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  for (const request of requests) bytes[request.kind] += request.bytes;
  const broken = requests.filter(({ failure, status }) => failure !== undefined || (status ?? 0) >= 400);
  return {
    bytes,
    totalBytes: requests.reduce((sum, request) => sum + request.bytes, 0),
    requests: requests.length,
    thirdParty: requests.filter(({ url }) => new URL(url).origin !== origin).map(({ url }) => url),
    broken: broken.map(({ url, failure, status = 0 }) => `${status >= 400 ? status : failure} ${url}`),
  };
}
