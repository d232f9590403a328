import { setTimeout as wait } from 'node:timers/promises';
import type { Target } from './send.ts';

/** Gives null where the host holds, and a text where it falls. `NotTried`: the host has not what the probe needs. */
export interface Probe {
  name: string;
  run: (target: Target) => Promise<string | null>;
}
export class NotTried extends Error {}

const JSON_TYPE = { 'content-type': 'application/json' };
const HOST_LINE = ({ url }: Target) => `Host: ${url.host}\r\n`;
const SLOW_MS = 2_000;
const MAX_TITLES = 24;
const TAG = /<(script|style)\b[^>]*>[^]*?<\/\1>|<[a-z][^\s>]*((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;

export const PROBES: readonly Probe[] = [
  {
    name: 'a text that mentions a style sheet becomes none',
    run: async (target) => {
      const read = async (text: string) => {
        const { text: html, headers } = await target.send(`/search/${encodeURIComponent(text)}`);
        const tags = [...html.matchAll(TAG)];
        const sheet = /<style>[^]*?<\/style>/.exec(html)?.[0];
        return {
          sheet,
          policy: headers['content-security-policy'],
          isOpen: tags.some(([, , attributes = '']) => /[<>]/.test(attributes)),
        };
      };
      for (const text of [
        '<style>',
        '<style>*{display:none}',
        '</style><style>',
        '<script>',
        '<body>',
        '"><svg onload=a>',
      ]) {
        const page = await read(text);
        // The same words, so that both pages have results or none.
        const plain = await read(text.replaceAll(/[^a-z]+/gi, ' ').trim());
        if (page.isOpen || page.sheet !== plain.sheet || page.policy !== plain.policy) return text;
      }
      return null;
    },
  },
  {
    name: 'a body that nobody reads leaves the connection usable, or ends it',
    run: async (target) => {
      const body = 'x'.repeat(300_000);
      for (const path of ['/api/v1/rooms', '/movie', '/media/no', '/_astro/none.js', '/healthz']) {
        const head = `POST ${path} HTTP/1.1\r\n${HOST_LINE(target)}Content-Length: ${String(body.length)}\r\n\r\n`;
        const last = `GET /healthz HTTP/1.1\r\n${HOST_LINE(target)}Connection: close\r\n\r\n`;
        const { text, isEnded } = await target.sendRaw(head + body, last);
        if (!isEnded && text.match(/HTTP\/1\.1 [2-5]\d{2}/g)?.length !== 2) return path;
      }
      return null;
    },
  },
  {
    name: 'pipelined requests are answered in order, or their connection ends',
    run: async (target) => {
      const get = (id: number) => `GET /search/p${String(id)} HTTP/1.1\r\n${HOST_LINE(target)}\r\n`;
      const { text: answers } = await target.sendRaw(...Array.from({ length: 8 }, (_, id) => get(id)));
      const order = [...answers.matchAll(/rel="canonical" href="[^"]*\/p(\d)"/g)].map(([, id]) => Number(id));
      if (order.some((id, index) => id !== index)) return `order ${order.join(' ')}`;
      const { milliseconds } = await target.send('/healthz');
      return milliseconds > SLOW_MS ? `/healthz took ${String(Math.round(milliseconds))} ms` : null;
    },
  },
  {
    name: 'a page answers GET, HEAD and forms alone',
    run: async (target) => {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        const { status } = await target.send('/', { method });
        if (status < 400) return `${method}: ${String(status)}`;
      }
      return null;
    },
  },
  {
    name: 'long paths, headers and parameters are refused in words, never a failure',
    run: async (target) => {
      const long = (count: number) => 'a'.repeat(count);
      const cookie = { cookie: `a=${long(17_000)}` };
      for (const [path, headers] of [
        [`/${long(1100)}`, {}],
        [`/search/${'%D9%81'.repeat(400)}`, {}],
        [`/movie/52?page=${long(4000)}`, {}],
        ['/', cookie],
      ] as const) {
        const { status, text } = await target.send(path, { headers });
        if (status >= 500 || (status >= 400 && text === '')) return `${path.slice(0, 20)}…: ${String(status)}`;
      }
      return null;
    },
  },
  {
    name: 'a hostile text costs no time',
    run: async (target) => {
      const long = 12_000;
      for (const [path, headers] of [
        [`/media/v/${'a'.repeat(8000)}`, {}],
        ['/api/v1/openapi.json', { 'accept-encoding': `gzip;q=0.0${'1'.repeat(long)}` }],
        ['/', { 'accept-language': ' '.repeat(long) + 'a' }],
        ['/', { cookie: `${'; '.repeat(long / 2)}a` }],
        [`/search/a${'%20'.repeat(2000)}b`, {}],
      ] as const) {
        const { milliseconds } = await target.send(path, { headers });
        if (milliseconds > SLOW_MS) return `${path.slice(0, 20)}…: ${String(Math.round(milliseconds))} ms`;
      }
      return null;
    },
  },
  {
    name: 'a parameter that a page does not read makes no copy',
    run: async (target) => {
      const read = async (query: string) => (await target.send(`/namad${query}`)).headers.etag;
      const plain = await read('');
      if (plain === undefined) throw new NotTried('pages have no ETag');
      for (const name of ['day', 'job', 'letter', 'query', 'utm_source', 'page'])
        if ((await read(`?${name}=${String(Date.now())}`)) !== plain) return name;
      return null;
    },
  },
  {
    name: 'one picture at many sizes and times leaves the site quick',
    run: async (target) => {
      const { text } = await target.send('/');
      const [, image] = /\/media\/img\/([A-Za-z0-9-]+)\/\d+/.exec(text) ?? [];
      if (image === undefined) throw new NotTried('the home page has no picture');
      const work = Array.from({ length: 24 }, (_, id) =>
        target.send(`/media/img/${image}/${String(200 + (id % 12) * 10)}`),
      );
      const [health, ...answers] = await Promise.all([wait(50).then(() => target.send('/healthz')), ...work]);
      if (health.milliseconds > SLOW_MS) return `/healthz took ${String(Math.round(health.milliseconds))} ms`;
      return answers.some(({ status }) => status >= 500 && status !== 503) ? 'a picture failed' : null;
    },
  },
  {
    name: 'kids sessions of one network have a budget',
    run: async (target) => {
      const init = { method: 'POST', headers: { ...JSON_TYPE, origin: target.url.origin }, body: '{"pin":"2580"}' };
      const answers = await Promise.all(Array.from({ length: 40 }, () => target.send('/api/v1/kids/enter', init)));
      if (answers.every(({ status }) => status === 503)) throw new NotTried('there is no kids mode here');
      return answers.some(({ status }) => status === 429) ? null : '40 sessions at once';
    },
  },
  {
    name: 'a room hangs up on who floods it',
    run: async (target) => {
      const headers = { ...JSON_TYPE, origin: target.url.origin };
      for (const kind of ['movie', 'video']) {
        const { text } = await target.send(`/${kind}`);
        const ids = Array.from(text.matchAll(new RegExp(`href="/${kind}/(\\d+)"`, 'g')), ([, id]) => Number(id));
        for (const id of [...new Set(ids)].slice(0, MAX_TITLES)) {
          const body = JSON.stringify({ kind, id });
          const { status, text: answer } = await target.send('/api/v1/rooms', { method: 'POST', headers, body });
          const room = status === 200 ? /"room":"(\w+)"/.exec(answer)?.[1] : undefined;
          if (room !== undefined) return floodRoom(target, room);
        }
      }
      throw new NotTried('none of the newest films and videos is free');
    },
  },
  {
    name: 'no file of the machine and no page of another site is reached',
    run: async (target) => {
      for (const path of [
        '/.dev.vars',
        '/.git/config',
        '/_astro/..%2f..%2fserver/.dev.vars',
        '/server/wrangler.json',
        '/package.json',
        '/media/v/..%2f..%2f.dev.vars',
      ]) {
        if ((await target.send(path)).status < 300) return path;
      }
      for (const path of [
        '//evil.example/',
        '/\\evil.example',
        '/%2F%2Fevil.example',
        '/login?redirect=//evil.example',
        '/movie/?hl=//evil.example',
      ]) {
        const { location = '' } = (await target.send(path)).headers;
        if (new URL(location, target.url).hostname.endsWith('evil.example')) return `${path} leads to ${location}`;
      }
      return null;
    },
  },
  {
    name: 'another site changes nothing',
    run: async (target) => {
      for (const path of ['/api/v1/kids/enter', '/api/v1/logout', '/locale', '/kids']) {
        const headers = { ...JSON_TYPE, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
        const { status } = await target.send(path, { method: 'POST', headers, body: '{}' });
        if (status < 400) return `${path}: ${String(status)}`;
      }
      return null;
    },
  },
];

const FLOOD = 1000;

function floodRoom({ url }: Target, room: string): Promise<string | null> {
  const address = new URL(`/api/v1/rooms/${room}/socket?name=a`, url);
  address.protocol = url.protocol.replace('http', 'ws');
  // Node's WebSocket takes headers, unlike that of browsers.
  const Socket = WebSocket as unknown as new (address: URL, options: { headers: Record<string, string> }) => WebSocket;
  const socket = new Socket(address, { headers: { origin: url.origin } });
  return new Promise((resolve) => {
    const end = (answer: string | null) => {
      clearTimeout(timer);
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(() => end(`${String(FLOOD)} messages, and the connection is open`), 8000);
    socket.addEventListener('open', () => {
      for (let count = 0; count < FLOOD; count += 1) socket.send('{"type":"ping","sent":0}');
    });
    socket.addEventListener('close', () => end(null));
  });
}
