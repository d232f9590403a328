/** Cookies that a source sets with its playlists, to be sent back to it (RFC 6265). Never a viewer's. */
interface Cookie {
  name: string;
  value: string;
  /** Without a Domain the host alone. */
  domain: string;
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
  /** Epoch milliseconds. */
  expiresAt: number;
}

const MAX_COOKIES = 20;
const MAX_COOKIE_CHARACTERS = 4096;

export class SourceCookies {
  #cookies: Cookie[] = [];

  /** Stores the cookies of an answer; a cookie for a foreign domain is dropped. */
  store(url: string, headers: Headers, now: number): void {
    for (const line of headers.getSetCookie()) {
      const cookie = parseCookie(line, new URL(url), now);
      if (cookie === null) continue;
      this.#cookies = this.#cookies.filter((other) => !isDuplicate(other, cookie));
      if (cookie.expiresAt > now) this.#cookies.push(cookie);
    }
    this.#cookies = this.#cookies.slice(-MAX_COOKIES);
  }

  select(url: string, now: number): string {
    const { hostname, pathname, protocol } = new URL(url);
    return this.#cookies
      .filter(({ domain, isHostOnly, path, isSecure, expiresAt }) => {
        const isDomain = isHostOnly ? hostname === domain : isWithin(hostname, domain);
        return isDomain && isBelow(pathname, path) && expiresAt > now && (!isSecure || protocol === 'https:');
      })
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

const isDuplicate = (a: Cookie, b: Cookie) => a.name === b.name && a.domain === b.domain && a.path === b.path;
const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);
const isBelow = (path: string, parent: string) =>
  path === parent || path.startsWith(parent.endsWith('/') ? parent : `${parent}/`);

function parseCookie(line: string, { hostname, pathname }: URL, now: number): Cookie | null {
  const [pair = '', ...parts] = line.slice(0, MAX_COOKIE_CHARACTERS).split(';');
  const split = pair.indexOf('=');
  const [name, value] = [pair.slice(0, Math.max(0, split)).trim(), pair.slice(split + 1).trim()];
  if (name === '' || line.length > MAX_COOKIE_CHARACTERS) return null;
  const attributes = new Map(
    parts.map((part) => {
      const [key = '', text = ''] = part.split(/=(.*)/s);
      return [key.trim().toLowerCase(), text.trim()];
    }),
  );
  const domain = (attributes.get('domain') ?? '').toLowerCase().replace(/^\./, '');
  if (domain !== '' && (!isWithin(hostname, domain) || !domain.includes('.'))) return null;
  const path = attributes.get('path') ?? '';
  return {
    ...{ name, value, domain: domain === '' ? hostname : domain, isHostOnly: domain === '' },
    path: path.startsWith('/') ? path : pathname.slice(0, Math.max(1, pathname.lastIndexOf('/'))),
    isSecure: attributes.has('secure'),
    expiresAt: readExpiry(attributes, now),
  };
}

function readExpiry(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? Infinity : expires;
}
