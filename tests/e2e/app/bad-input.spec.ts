import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from '../../support/browser/fixtures.ts';

/** The same requests each time; another seed tries others. */
const SEED = 20_261_121;
const REQUESTS = 600;
const AT_ONCE = 4;

/** Text that must come back escaped or not at all. */
const MARK = '"><svg/onload=alert(7)>\'';

const ROUTES = [
  ...['', 'movie', 'series', 'episode', 'video', 'cast', 'category', 'channel', 'ekran', 'genres', 'lists', 'live'],
  ...['lives', 'plan', 'ref', 'search', 'casts', 'profile', 'profile/list', 'cinema', 'magazines', 'kids', 'login'],
  ...['movie/show', 'series/download', 'app/show', 'app/ekran', 'USSDlink', 'payments', 'callback', 'download'],
  ...['sitemap', 'media/img', 'media/og/movie', 'media/v', 'api/v1/titles', 'api/v1/search', 'api/v1/people', 'dev'],
];

const nasty = fc.constantFrom(
  ...[
    MARK,
    '-1',
    '0',
    '1e9',
    '99999999999999999999',
    '52abc',
    'NaN',
    '٥٢',
    '۵۲',
    'null',
    'undefined',
    '%',
    '%zz',
    '%ff',
  ],
  ...[
    '%00',
    '%0d%0aset-cookie:a=b',
    '..%2f..%2fetc',
    '%252e%252e',
    "' OR 1=1 --",
    '{{7*7}}',
    '${7*7}',
    'ی'.repeat(300),
  ],
  ...[
    'فیلم‌ها',
    '%D9%81%DB%8C',
    'DRAMA',
    'drama',
    '52',
    '😀',
    '\u202e',
    '__proto__',
    'constructor',
    'toString',
    '*',
    '"',
  ],
);
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const name = fc.constantFrom(
  ...[
    'page',
    'sort',
    'genre',
    'age',
    'lang',
    'country',
    'f_type',
    'type',
    'query',
    'hl',
    'redirect',
    'ref',
    'letter',
    'day',
  ],
  ...['content_id', 'content_type', 'list', 'dir', 'per_page', 'kind', 'group', '__proto__', MARK],
);
/** As a browser would send it; a lone percent sign is left for the server to stumble over. */
const written = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/%25/g, '%');
const address = fc
  .record({
    route: fc.constantFrom(...ROUTES),
    parts: fc.array(value, { maxLength: 3 }),
    query: fc.array(fc.tuple(name, value), { maxLength: 4 }),
    slash: fc.boolean(),
  })
  .map(({ route, parts, query, slash }) => {
    const path = ['', route, ...parts.map(written)].join('/') + (slash ? '/' : '');
    const search = query.map(([key, text]) => `${written(key)}=${written(text)}`).join('&');
    return search === '' ? path : `${path}?${search}`;
  });

test(
  'random paths and queries at every route: never a 500, nothing echoed unescaped',
  { tag: '@full' },
  async ({ request, baseURL }) => {
    test.setTimeout(300_000);
    const addresses = fc.sample(address, { numRuns: REQUESTS, seed: SEED });
    const wrong: string[] = [];
    const lane = async (from: number) => {
      for (let at = from; at < addresses.length; at += AT_ONCE) {
        const path = addresses[at] ?? '/';
        const response = await request.get((baseURL ?? '') + path, { maxRedirects: 0 });
        const location = response.headers()['location'];
        if (response.status() >= 500) wrong.push(`${String(response.status())} ${path}`);
        if ((await response.text()).includes('<svg/onload')) wrong.push(`echo ${path}`);
        if (location !== undefined && new URL(location, baseURL).origin !== baseURL) wrong.push(`leaves ${path}`);
        if (/a=b/.test(response.headers()['set-cookie'] ?? '')) wrong.push(`header ${path}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, from) => lane(from)));
    expect(wrong).toEqual([]);
  },
);

/** From `<` to `>` outside of scripts, styles and quotation marks, as HTML reads a tag. */
const TAG = /<(script|style)\b[^>]*>[^]*?<\/\1>|<[a-z][^\s>]*((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;

test(
  'a text that mentions style sheets, scripts or the body changes no sheet and no policy of its page',
  { tag: '@full' },
  async ({ request }) => {
    const open = async (text: string) => {
      const answer = await request.get(`/search/${encodeURIComponent(text)}`, { maxRedirects: 5 });
      const html = await answer.text();
      return {
        html,
        sheet: /<style>[^]*?<\/style>/.exec(html)?.[0],
        policy: answer.headers()['content-security-policy'],
      };
    };
    const plain = await open('nothing of that name');
    expect(plain.sheet?.length).toBeGreaterThan(1000);
    const countElements = (html: string) => html.match(/<(style|script|body|template)\b/g)?.length;
    const texts = [
      '<style>',
      '<style>*{display:none}<',
      '</style><style>b{}',
      '<script>',
      '<body onload>',
      '<svg><style>',
    ];
    for (const text of [
      ...texts,
      '<template id="fold">',
      '<html>',
      '">\'><style>',
      '&lt;style&gt;',
      '<!--',
      '<![CDATA[',
    ]) {
      const { html, sheet, policy } = await open(text);
      // The same words, so that both pages have results or none.
      const words = await open(text.replaceAll(/[^a-z]+/gi, ' ').trim() || '--');
      expect({ sheet, policy }, text).toEqual({ sheet: words.sheet, policy: words.policy });
      expect(countElements(html), text).toBe(countElements(words.html));
      for (const [, , attributes = ''] of html.matchAll(TAG)) expect(attributes, text).not.toMatch(/[<>]/);
    }
  },
);

test('the same at forms: a POST of anything is answered, never with a 500', async ({ request, baseURL }) => {
  const form = fc.dictionary(fc.oneof(name, fc.constantFrom('mobile', 'password', 'step', 'locale', 'path')), value);
  const wrong: string[] = [];
  for (const [at, fields] of fc.sample(form, { numRuns: 40, seed: SEED }).entries()) {
    const path = ['/login', '/locale', '/kids'][at % 3] ?? '/';
    const response = await request.post(path, {
      form: Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, text.toWellFormed()])),
      headers: { origin: baseURL ?? '' },
      maxRedirects: 0,
    });
    if (response.status() >= 500) wrong.push(`${String(response.status())} ${path} ${JSON.stringify(fields)}`);
    if ((await response.text()).includes('<svg/onload')) wrong.push(`echo ${path} ${JSON.stringify(fields)}`);
  }
  expect(wrong).toEqual([]);
});

test('what is refused before it is read keeps its connection open', async ({ baseURL }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, body = '') =>
    new Promise<{ status: number; reused: boolean }>((resolve, reject) => {
      const headers = { origin: 'https://evil.test', 'content-type': 'application/x-www-form-urlencoded' };
      const method = body === '' ? 'GET' : 'POST';
      const outgoing = request(new URL(path, baseURL ?? ''), { agent, method, headers }, (answer) => {
        answer.resume().on('end', () => {
          resolve({ status: answer.statusCode ?? 0, reused: outgoing.reusedSocket });
        });
      });
      outgoing.on('error', reject).end(body);
    });
  try {
    const form = `text=${'x'.repeat(30_000)}`;
    for (const path of ['/comments/52', '/api/v1/cart', '/locale', '/media/nothing', '/comments/52']) {
      expect((await ask(path, form)).status, path).toBeGreaterThanOrEqual(400);
      expect(await ask('/healthz'), path).toEqual({ status: 200, reused: true });
    }
  } finally {
    agent.destroy();
  }
});
