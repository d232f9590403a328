// @module-tag full
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { migrate } from '../../../tools/seed/migrate.ts';
import { saveProgress } from '../../../src/features/progress/contract.ts';
import { createProgress, mergeProgress, type Progress } from '../../../src/features/progress/progress.ts';
import { createRoom } from '../../../src/features/watch-party/contract.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { eventually } from '../../support/eventually.ts';
import { signIn } from '../../support/site/catalogue-fixture.ts';
import { SECRET, startDoor, takePort, type TestDoor } from '../../support/workers/door.ts';
import { startNodeSite, writeBuild, type NodeSite } from '../../support/site/node-site.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { addRow } from '../../support/database/rows.ts';

/** The door in workerd before the real server of the Node host, which is killed and started again. */
const inFolder = useTemporaryFolder();
const JSON_TYPE = { 'content-type': 'application/json' };
const NOW = Math.floor(Date.now() / 1000);
let [doorPort, originPort] = [0, 0];
let door: TestDoor;
let site: NodeSite;
let bearer: Record<string, string>;

const start = () =>
  startNodeSite(inFolder('build'), inFolder('data'), { SITE_URL: door.url, DOOR_SECRET: SECRET }, [
    '--port',
    String(originPort),
  ]);

/** Pages that tell what they know of their visitor. */
function writePages(): void {
  writeBuild(inFolder('build'));
  const source = (path: string) => JSON.stringify(pathToFileURL(resolve(path)).href);
  writeFileSync(
    join(inFolder('build'), 'server/entry.mjs'),
    `globalThis.__BUILD_ID__ = 'test';
const { createWorker } = await import(${source('src/app/worker-app.ts')});
const { readPlace } = await import(${source('src/platform/http/address/place.ts')});
const { getClientAddress } = await import(${source('src/platform/http/address/client-address.ts')});
const pages = async (request, env) => {
  const { pathname, host } = new URL(request.url);
  const told = [pathname, host, getClientAddress(request, env), readPlace(request, env), request.headers.get('cookie'), request.headers.get('authorization')];
  const html = '<!doctype html><html><head></head><body class="b">' + JSON.stringify(told) + '</body></html>';
  const policy = "default-src 'self'; style-src 'self'";
  return new Response(html, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } });
};
export const fetch = createWorker(pages);
export const scheduled = async () => undefined;
export const build = 'test';
export const crons = ['17 0 * * *'];
`,
  );
}

beforeAll(async () => {
  [doorPort, originPort] = [await takePort(), await takePort()];
  writePages();
  const { stores, close } = openBindings(inFolder('data'));
  await migrate(stores.DB);
  await addRow(stores.DB, 'titles', { id: 1, access: 'free', media: 'clip-1' });
  bearer = { authorization: `Bearer ${await signIn(stores as unknown as Env, NOW, NOW + 100_000)}` };
  await close();
  door = await startDoor(`http://127.0.0.1:${String(originPort)}`, doorPort);
  site = await start();
});
afterAll(async () => {
  site.kill('SIGKILL');
  await door.stop();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(door.url + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const save = (state: Progress) =>
  post('/api/v1/my/progress', { now: Math.floor(Date.now() / 1000), titles: [{ id: 1, ...state }] }, bearer);
const watch = (at: number, when: number) => createProgress(at, 5400, when, false);

it('tells the origin the visitor’s address by the secret only, and shows nobody another’s page', async () => {
  const forged = {
    'cf-connecting-ip': '198.51.100.7',
    'x-forwarded-for': '203.0.113.1',
    'x-door-address': '203.0.113.2',
    'x-door-country': 'IR',
    'x-door-network': '44244',
    'x-forwarded-host': 'evil.example',
    cookie: '__Host-session=not-a-session; theme=dark',
  };
  const ownPage = await (await door.get('/profile/x', forged)).text();
  expect(ownPage).toContain(`"/profile/x","${new URL(door.url).host}","198.51.100.7",{"country":"US","asn":395747}`);
  const shared = await door.get('/movie/1/a', forged);
  const text = await shared.text();
  expect(text).toMatch(/^<!doctype html><html data-theme="dark">/);
  expect(text).not.toMatch(/not-a-session|198\.51|evil/);
  const next = await door.get('/movie/1/a');
  expect([await next.text(), next.headers.get('server-timing')]).toEqual([
    text.replace(' data-theme="dark"', ''),
    expect.stringContaining('door;desc="shared"'),
  ]);
  for (const secret of ['', 'guessed', `${SECRET} `, SECRET.slice(1)]) {
    const headers = { 'x-door-secret': `${secret}.`, 'x-door-address': '203.0.113.3' };
    expect((await fetch(`${site.url}/profile/x`, { headers })).status).toBe(403);
  }
  const direct = await fetch(`${site.url}/profile/x`, {
    headers: { 'x-forwarded-for': '203.0.113.4', 'x-door-country': 'IR' },
  });
  expect([await direct.text(), direct.headers.get('x-door-version')]).toEqual([
    expect.stringContaining('"",{"country":null,"asn":null},null,null'),
    null,
  ]);
  expect(await (await door.get('/metrics')).text()).not.toContain('pardeh_requests');
});

it('keeps the catalogue open for ten minutes without the origin; payment, login and progress wait, and nothing is lost', async () => {
  const t = NOW - 3600;
  expect((await save(watch(300, t))).status).toBe(200);
  for (const path of ['/', '/?hl=en', '/movie', '/_astro/code.js', '/media/img/none/movie/1'])
    await (await door.get(path)).text();
  const room = v.parse(createRoom.output, await (await post('/api/v1/rooms', { kind: 'movie', id: 1 })).json()).data
    .room;
  const enter = () => {
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/api/v1/rooms/${room}/socket?name=a`, {
      origin: door.url,
    });
    return new Promise<string>((done) => {
      socket.on('message', (data: Buffer) => {
        socket.close();
        done(data.toString());
      });
      socket.on('unexpected-response', (_, { statusCode }) => done(String(statusCode)));
    });
  };
  expect(JSON.parse(await enter())).toMatchObject({ type: 'welcome' });

  site.kill('SIGKILL');
  await site.ended;
  for (const minutes of [2, 5, 3]) {
    await door.forwardClock(minutes * 60);
    for (const [path, words] of [
      ['/', 'ورود، پرداخت و پخش'],
      ['/?hl=en', 'logging in, paying'],
    ] as const) {
      const page = await door.get(path, { cookie: 'theme=dark; signed_in=1' });
      const text = await page.text();
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(text).toMatch(
        /<html data-theme="dark" data-signed-in>.*<body class="b"><style>[^<]+<\/style><p class="door-note" role="status">/,
      );
      expect(text).toContain(words);
      expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
    }
  }
  for (const path of ['/_astro/code.js', '/media/img/none/movie/1'])
    expect((await door.get(path)).status, path).toBe(200);
  for (const [path, headers] of [
    ['/login', {}],
    ['/payments', bearer],
    ['/movie/77/never-seen', {}],
    ['/', { cookie: `${KIDS_COOKIE}=on.x.y` }],
  ] as const) {
    const page = await door.get(path, headers);
    const text = await page.text();
    expect([path, page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
      path,
      503,
      '30',
      'no-store',
    ]);
    expect(text).toContain('Payment and login wait');
    expect(text).toContain('پرداخت و ورود');
    expect(text).not.toContain('<script');
  }
  const login = await post('/api/v1/login/send-code', { mobile: '09120000000' });
  expect([login.status, login.headers.get('retry-after'), await login.json()]).toMatchObject([
    503,
    '30',
    { code: 'origin_answer_lost', message: expect.stringContaining('Payment and login wait') as string },
  ]);
  expect(await enter()).toBe('503');
  const phone = watch(1200, t + 600);
  const tablet = watch(900, t + 900);
  for (const state of [phone, tablet]) expect((await save(state)).status).toBe(503);

  site = await start();
  await eventually(async () => expect((await save(tablet)).status).toBe(200));
  await save(phone);
  const merged = v.parse(saveProgress.output, await (await save(tablet)).json()).data[0];
  const { points } = mergeProgress(mergeProgress(watch(300, t), phone), tablet);
  expect(merged?.points.map(({ at }) => at)).toEqual(points.map(({ at }) => at));
  await door.forwardClock(10);
  const page = await door.get('/');
  expect(await page.text()).not.toContain('door-note');
});
