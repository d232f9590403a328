import * as v from 'valibot';
import { CART_PATH, GHOST_CART_PATH } from '../../src/features/watch-options/entitlement-request.ts';
import type { Answer, Question } from './ask.ts';
import { collectAddresses, type Material } from './material.ts';

/** Asks both hosts, compares, and gives workerd's answer. */
export type Step = (question: Question) => Promise<Answer>;

const MOBILE = '09121234567';
/** Without it each host takes its own idea of the socket's. */
const ADDRESS = { 'cf-connecting-ip': '10.1.2.3' };
const ORIGIN = 'http://localhost:4321';
const code = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.array(v.object({ mobile: v.string(), code: v.string() })) }),
);

/** A visitor's way through the site, recorded: what it is answered is the material of the generated requests. */
export async function recordJourney(step: Step): Promise<Material> {
  let cookie = '';
  const media = new Set<string>();
  const pages = new Set<string>();
  const tokens = new Set<string>();
  const send = async (method: string, path: string, body?: unknown) => {
    const headers: Record<string, string> = { accept: 'application/json', origin: ORIGIN, cookie, ...ADDRESS };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await step({ method, path, headers, ...text });
    cookie = keepCookies(cookie, answer);
    const textual = toText(answer);
    for (const address of collectAddresses(textual)) {
      (address.startsWith('/media/') ? media : pages).add(address);
      const [token] = /(?<=\/dev\/gateway\/)[\w-]+/.exec(address) ?? [];
      if (token !== undefined) tokens.add(token);
    }
    return textual;
  };
  const get = (path: string) => send('GET', `/api/v1${path}`);
  const post = (path: string, body: unknown) => send('POST', `/api/v1${path}`, body);
  const follow = async (list: readonly string[]) => {
    for (const address of list) {
      const text = await send('GET', address);
      for (const line of text.matchAll(/^(?!#)(\S+)$|URI="([^"]+)"/gm)) {
        const target = new URL(line[1] ?? line[2] ?? '', `${ORIGIN}${address}`);
        if (target.origin === ORIGIN && target.pathname.startsWith('/media/')) media.add(target.pathname);
      }
    }
  };

  await send('GET', '/');
  await get('/get/slider');
  for (const id of [52, 53, 54]) await post(GHOST_CART_PATH, { id, type: 'movie' });
  const guest = cookie;
  await post('/login/send-code', { mobile: MOBILE });
  const { data } = v.parse(code, await send('GET', '/dev/inbox'));
  await post('/login', { mobile: MOBILE, password: data[0]?.code ?? '' });
  const session = cookie;
  for (const [id, type] of [
    [52, 'movie'],
    [201, 'series'],
    [1001, 'episode'],
    [301, 'video'],
  ] as const)
    await post(CART_PATH, { id, type });
  await get('/channels');
  for (const channel of [401, 402]) await get(`/channels/${String(channel)}/play`);
  const playlists = () => [...media].filter((address) => /\.m3u8/.test(address));
  await follow(playlists());
  await follow(playlists().slice(0, 8));
  await post('/payments/plan', { plan_id: 1 });
  for (const token of tokens) {
    await send('GET', `/dev/gateway/${token}`);
    await post(`/dev/gateway/${token}`, { token, action: 'pay' });
  }
  for (const page of [...pages].filter((path) => path.includes('/return/'))) await send('GET', page);
  await get('/get/charge_wallet?amount=50000');
  await get('/get/my_wallet');
  await get('/payments');
  await get('/downloads');
  await get('/my/settings');
  const map = await send('GET', '/sitemap.xml');
  for (const [, child = ''] of map.matchAll(/<loc>http:\/\/localhost:4321([^<]*)<\/loc>/g)) {
    const text = await send('GET', child);
    for (const [, path = ''] of text.matchAll(/<loc>http:\/\/localhost:4321([^<]*)<\/loc>/g)) pages.add(path);
  }
  const home = await step({
    method: 'GET',
    path: '/',
    headers: { accept: 'text/html', cookie: 'i18n_redirected=en', ...ADDRESS },
  });
  for (const [, path = ''] of toText(home).matchAll(/(\/media\/img\/[\w-]+\/\d+)/g)) media.add(path);
  const cookies = [
    '',
    'i18n_redirected=en',
    guest,
    session,
    `${session}; i18n_redirected=en; theme=light; save_data=1`,
  ];
  return { cookies, session, media: [...media], pages: [...pages], tokens: [...tokens] };
}

/** The Cookie header after an answer. */
function keepCookies(cookie: string, { headers }: Answer): string {
  const jar = new Map(
    cookie === '' ? [] : cookie.split('; ').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [pair = ''] = line.split(';', 1);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (/max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

function toText({ body }: Answer): string {
  return new TextDecoder().decode(body);
}
