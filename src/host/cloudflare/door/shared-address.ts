import { canonicalUrl, isCacheable } from '../../../edge/shared-address.ts';
import { LOCALE_COOKIE } from '../../../platform/config/constants.ts';
import { readVisitor } from '../../../platform/http/session/visitor.ts';
import { parseLocale } from '../../../platform/text/locale.ts';

const PICTURE = /^\/media\/img\//;
const FORMATS = ['image/avif', 'image/webp'];

/** One shared answer: where it is kept, and the request that says nothing of its visitor. */
export interface SharedAddress {
  key: string;
  target: string;
  headers: Headers;
}

/** Null where the answer may be the visitor's own. A kids session is never shown another's page. */
export function findSharedAddress(request: Request): SharedAddress | null {
  const url = new URL(request.url);
  const isPicture = PICTURE.test(url.pathname);
  const isOther = !isPicture && (url.pathname.startsWith('/media/') || /^\/api(\/|$)/.test(url.pathname));
  if (isOther || !isCacheable(request, url)) return null;
  const { kids, locale } = readVisitor(request);
  if (kids !== null || request.headers.has('authorization')) return null;
  const chosen = parseLocale(url.searchParams.get('hl'));
  const accept = isPicture ? readFormats(request) : 'text/html';
  const target = canonicalUrl(request);
  const key = new URL(target);
  key.searchParams.set('_key', isPicture ? accept : locale);
  // The origin's own redirects keep a chosen language.
  if (chosen !== null) target.searchParams.set('hl', chosen);
  const headers = new Headers({ accept, ...(!isPicture && { cookie: `${LOCALE_COOKIE}=${locale}` }) });
  return { key: key.href, target: target.pathname + target.search, headers };
}

function readFormats(request: Request): string {
  const accept = request.headers.get('accept') ?? '';
  return [...FORMATS.filter((format) => accept.includes(format)), '*/*'].join();
}
