import fc from 'fast-check';
import type { Question } from './ask.ts';
import { generateInput } from './from-schema.ts';
import { listApiRoutes, listPagePatterns, type ApiRoute, type Material } from './material.ts';

const IDS = ['52', '53', '201', '1001', '301', '401', '501', '10185', '1', '999999', 'drama', 'classics', 'parde-1'];
const ODD_IDS = [
  'parde-cinema',
  'iranian-actors',
  'نادر',
  '%D9%86',
  '%',
  '%00',
  '..',
  '%2e%2e%2f',
  '-1',
  '1e3',
  '٥٢',
  'a/b',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const QUERIES = [
  '',
  '?hl=en',
  '?hl=fa',
  '?page=2',
  '?page=x',
  '?query=sep',
  '?genre=drama&sort=rating',
  '?ref=12',
  '?t=10',
  '?%',
];
const RANGES = [
  ...[
    'bytes=0-0',
    'bytes=0-99',
    'bytes=100-',
    'bytes=-50',
    'bytes=-0',
    'bytes=5-2',
    'bytes=999999999-',
    'bytes=0-1,5-6',
  ],
  ...['bytes=abc', 'items=0-1', 'bytes=0-99999999999', 'bytes= 0-5', 'bytes=--1', ''],
];
const ENCODINGS = ['identity', 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', '*', ''];
const ACCEPTS = ['text/html', 'application/json', '*/*', 'image/avif,image/webp,*/*', 'image/webp,*/*', 'image/*', ''];
const DATES = ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday', ''];
const RAW_PATHS = [
  ...[
    '//',
    '/./',
    '/movie/../login',
    '//movie/52',
    '/movie//52',
    '/movie/52/',
    '/MOVIE/52',
    '/%6Dovie/52',
    '/movie/%35%32',
  ],
  ...[
    '/api/v1',
    '/api/v1/',
    '/api/v1//genres',
    '/api/v1/%67enres',
    '/api/v2/genres',
    '/api/v1/genres/',
    '/api\\v1\\genres',
  ],
  ...[
    '/media/',
    '/media/v/',
    '/media/img/none/movie/52',
    '/media/img/none/x/52',
    '/media/img/x/240',
    '/media/d/1.2.x/3/f',
  ],
  ...['/media/%2e%2e/x', '/_astro/', '/_astro/none.js', '/fonts/none.woff2', '/parts/none.css', '/.env', '/.dev.vars'],
  ...['/sw.js', '/manifest.webmanifest', '/robots.txt', '/sitemap.xml', '/sitemap-9.xml', '/healthz', '/404'],
  ...[
    '/dev/',
    '/dev/inbox',
    '/dev/gateway/none',
    '/locale',
    '/ref/12',
    '/USSDlink/x',
    '/offline',
    '/index.html',
    '/%',
    '/%zz',
  ],
  ...[
    '/%C1%AC',
    '/\u007f',
    '/?',
    '/??',
    '/movie?%00',
    '/movie;x',
    '/movie%2F52',
    '/movie/52%20',
    '/movie/52%0a',
    '/favicon.ico',
  ],
];
const FORMS = [
  ...['action=buy&id=52&payment_method=wallet', 'mobile=09121111111', 'mobile=09121111111&password=1234&step=code'],
  ...['text=%D8%AE%D9%88%D8%A8&stars=5', 'action=like&comment=1', 'locale=en&redirect=/movie', 'locale=xx', 'pin=1234'],
  ...['action=remove&id=52', 'action=leave&pin=1234', 'name=x&autoplay=0', '=', '%', 'a=%FF', ''],
];
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=utf-16',
  '',
];

type Headers = Record<string, string>;

/** Requests to pages, the API, media, files and nonsense, in the proportions of the weights. */
export function generateQuestion(material: Material, files: readonly string[]): fc.Arbitrary<Question> {
  const routes = listApiRoutes();
  const pages = listPagePatterns();
  const address = fc
    .integer({ min: 1, max: 0xffffff })
    .map((bits) => `10.${String(bits >> 16)}.${String((bits >> 8) & 255)}.${String(bits & 255)}`);
  const common = fc.record({
    cookie: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...material.cookies) },
      fc.constantFrom('__Host-session=x', '=;;', 'kids=1', 'i18n_redirected=xx'),
    ),
    'cf-connecting-ip': address,
    accept: fc.constantFrom(...ACCEPTS),
    'accept-encoding': fc.constantFrom(...ENCODINGS),
  });
  const site = fc.constantFrom<Headers>(
    {},
    {},
    { origin: 'http://localhost:4321' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
  );
  const readMethod = fc.oneof(
    { weight: 8, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD'),
    fc.constantFrom(...METHODS),
  );
  const revalidates = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    fc.constantFrom('if-none-match', 'if-modified-since', 'if-range', 'if-match'),
  );

  const build = (
    path: fc.Arbitrary<string>,
    { method = readMethod, more = fc.constant<Headers>({}), validated = fc.constant(undefined) }: Options = {},
  ): fc.Arbitrary<Question> =>
    fc.tuple(path, method, common, more, site, validated).map(([to, verb, first, second, third, revalidated]) => ({
      method: verb,
      path: to,
      headers: dropEmpty({ ...first, ...second, ...third }),
      ...(revalidated !== undefined && { revalidates: revalidated }),
    }));
  const anyPage = fc.oneof(
    fc
      .tuple(fc.constantFrom(...pages), fc.constantFrom(...IDS, ...ODD_IDS), fc.constantFrom(...QUERIES))
      .map(([pattern, id, query]) => fillPattern(pattern, id) + query),
    fc.tuple(fc.constantFrom(...material.pages), fc.constantFrom('', ...QUERIES)).map(([page, query]) => page + query),
  );
  const ranges = fc
    .tuple(fc.constantFrom(...RANGES), fc.constantFrom(...DATES))
    .map(([range, date]): Headers => ({ range, 'if-modified-since': date }));
  const media = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...material.media) },
    fc
      .tuple(fc.constantFrom(...material.media), fc.nat(), fc.constantFrom('x', '%00', '/', '.', ''))
      .map(([path, at, sign]) => {
        const index = 7 + (at % Math.max(1, path.length - 7));
        return path.slice(0, index) + sign + path.slice(index + 1);
      }),
  );
  const form = fc.constantFrom(...FORMS);
  const formHeaders = fc.constantFrom<Headers>(
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain' },
  );
  return fc.oneof(
    { weight: 26, arbitrary: build(anyPage, { validated: revalidates }) },
    {
      weight: 34,
      arbitrary: fc
        .tuple(fc.constantFrom(...routes), common, site)
        .chain(([route, headers, from]) => callRoute(route, { ...headers, ...from }, material)),
    },
    { weight: 16, arbitrary: build(media, { more: ranges, validated: revalidates }) },
    { weight: 10, arbitrary: build(fc.constantFrom(...files), { more: ranges, validated: revalidates }) },
    { weight: 7, arbitrary: build(fc.constantFrom(...RAW_PATHS)) },
    {
      weight: 7,
      arbitrary: fc
        .tuple(build(anyPage, { method: fc.constant('POST'), more: formHeaders }), form)
        .map(([question, body]) => ({ ...question, body })),
    },
  );
}

interface Options {
  method?: fc.Arbitrary<string>;
  more?: fc.Arbitrary<Headers>;
  validated?: fc.Arbitrary<Question['revalidates']>;
}

/** A call by its contract, or with a body or a method that it does not take. */
function callRoute(route: ApiRoute, headers: Headers, material: Material): fc.Arbitrary<Question> {
  const input = route.call ? generateInput(route.call.input) : fc.constant({});
  const segment = fc.constantFrom(...IDS, ...ODD_IDS, ...material.tokens);
  return fc
    .tuple(input, segment, fc.constantFrom(...TYPES), fc.integer({ min: 0, max: 30 }), fc.constantFrom(...METHODS))
    .map(([value, filler, type, chance, method]) => {
      const fields = new Map(
        Object.entries(value as Record<string, unknown>).filter(([, field]) => field !== undefined),
      );
      const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
        const field = fields.get(name);
        fields.delete(name);
        return field === undefined ? filler : encodeURIComponent(toText(field).toWellFormed());
      });
      const verb = chance === 0 ? method : route.method;
      const all = { accept: 'application/json', ...headers };
      if (verb === 'GET' || verb === 'HEAD') {
        const query = new URLSearchParams([...fields].map(([name, field]) => [name, toText(field)]));
        return { method: verb, path: query.size > 0 ? `${path}?${query.toString()}` : path, headers: dropEmpty(all) };
      }
      const json = JSON.stringify(Object.fromEntries(fields));
      const body = chance === 1 ? json.slice(0, -1) : chance === 2 ? `[${json}]` : chance === 3 ? '' : json;
      const contentType = chance === 4 ? type : 'application/json';
      return { method: verb, path, headers: dropEmpty({ ...all, 'content-type': contentType }), body };
    });
}

function fillPattern(pattern: string, id: string): string {
  return pattern.replace(/\[[^\]]+\]/g, id);
}

function dropEmpty(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

function toText(field: unknown): string {
  return typeof field === 'string' ? field : JSON.stringify(field);
}
