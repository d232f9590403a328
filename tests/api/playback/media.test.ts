import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { GUEST_COOKIE, GUEST_HEADER, SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { getGhostCart } from '../../../src/features/paywall/contract.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { signIn } from '../../support/site/catalogue-fixture.ts';
import {
  BYTES,
  folderFor,
  GUEST,
  guestCookie,
  KEY,
  LATER,
  createFileRequest,
  OTHER_GUEST,
  putMedia,
} from '../../support/media/media.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRows } from '../../support/database/rows.ts';

const NOW = Math.floor(Date.now() / 1000);
const FREE = 3;
let site: Platform;
let base: string;
let requestFile: ReturnType<typeof createFileRequest>;
beforeAll(async () => {
  site = await openPlatform();
  await putMedia(site);
  requestFile = createFileRequest(site);
  base = await folderFor(GUEST);
  await addRows(site.env.DB, 'titles', [
    { id: 1, access: 'free', age: 18, media: 'clip-1' },
    { id: 2, access: 'free', age: 7, media: 'clip-2' },
    { id: FREE, access: 'free', age: 18, media: 'clip-1' },
  ]);
});
afterAll(() => site.dispose());

describe('signatures', () => {
  test.each([
    ['360p/seg-0.m4s', 'video/iso.segment'],
    ['360p/init.mp4', 'video/mp4'],
    ['subs/fa.vtt', 'text/vtt; charset=utf-8'],
    ['storyboard.jpg', 'image/jpeg'],
  ])('a signed %s is served as %s', async (name, type) => {
    const response = await requestFile(`${base}/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
  });

  test('forged, cut, expired, prolonged, or of another folder, viewer or key: 403', async () => {
    const [, grant = ''] = /^\/media\/v\/(.+)\/\d+\/clip-1$/.exec(base) ?? [];
    const [viewer = '', signature = ''] = grant.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const until = String(LATER);
    const addresses = [
      `/media/v/${viewer}.${flipped}/${until}/clip-1`,
      `/media/v/${viewer}.${signature.slice(0, -1)}/${until}/clip-1`,
      `/media/v/${viewer}./${until}/clip-1`,
      `/media/v/${viewer}/${until}/clip-1`,
      `/media/v/${signature}/${until}/clip-1`,
      `/media/v/.${signature}/${until}/clip-1`,
      `/media/v/x/${until}/clip-1`,
      `/media/v/${'o'.repeat(22)}.${signature}/${until}/clip-1`,
      `/media/v/${grant}/${String(LATER + 1)}/clip-1`,
      `/media/v/${grant}/${until}/clip-2`,
      `/media/v/${grant}/${until}/clip-2/../clip-2`,
      await folderFor(GUEST, { expires: NOW - 1 }),
      await folderFor(GUEST, { key: 'another key' }),
    ];
    for (const address of addresses) {
      const response = await requestFile(`${address}/master.m3u8`);
      expect(response.status, address).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'media_link_expired' });
    }
  });

  test('name no file where no store could hold one', async () => {
    const names = [
      `${'a'.repeat(1100)}.m4s`,
      `${'a'.repeat(300)}.m4s`,
      `${'a/'.repeat(600)}a.m4s`,
      `${'a'.repeat(300)}/a.m4s`,
    ];
    for (const name of names) {
      const response = await requestFile(`${base}/${name}`);
      expect([response.status, await response.json()], name).toMatchObject([404, { code: 'not_found' }]);
    }
  });

  test('that have expired are good again by the renewal of that viewer and folder alone', async () => {
    const renewal = await requestFile(`${base}/master.m3u8?renew=1`);
    expect([renewal.status, renewal.headers.get('cache-control')]).toEqual([204, 'no-store']);
    const set = renewal.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^media_clip-1=[\w-]{43}\.\d+; Path=\/media\/; HttpOnly; Secure; SameSite=Strict; Max-Age=\d+$/,
    );
    const [cookie = ''] = set.split(';');
    const opens = async (address: string, viewer: string, renewal: string) => {
      const headers = { cookie: `${guestCookie(viewer)}; ${renewal}` };
      return (await requestFile(`${address}/360p/seg-0.m4s`, { headers })).status === 200;
    };
    const expired = await folderFor(GUEST, { expires: NOW - 1 });
    expect(await opens(expired, GUEST, '')).toBe(false);
    expect(await opens(expired, GUEST, cookie)).toBe(true);
    // Neither the address nor the renewal of one is another's.
    expect(await opens(expired, OTHER_GUEST, cookie)).toBe(false);
    expect(await opens(await folderFor(OTHER_GUEST, { expires: NOW - 1 }), OTHER_GUEST, cookie)).toBe(false);
    // Nor does one who was here before take away what an address opens by itself.
    expect(await opens(await folderFor(OTHER_GUEST, { expires: NOW + 60 }), OTHER_GUEST, cookie)).toBe(true);
    const elsewhere = await folderFor(GUEST, { folder: 'clip-2', expires: NOW - 1 });
    expect(await opens(elsewhere, GUEST, cookie.replace('clip-1', 'clip-2'))).toBe(false);
    expect(await opens(expired, GUEST, cookie.replace(/\.\d+$/, `.${String(LATER + 600)}`))).toBe(false);
    expect((await requestFile(`${expired}/master.m3u8?renew=1`)).status).toBe(403);
  });

  test('of the key before are good until that key is taken away', async () => {
    const changed = { ...site.env, MEDIA_SIGNING_KEY: 'the next key' };
    expect((await requestFile(`${base}/master.m3u8`, {}, { ...changed, MEDIA_SIGNING_KEY_PREVIOUS: KEY })).status).toBe(
      200,
    );
    expect((await requestFile(`${base}/master.m3u8`, {}, changed)).status).toBe(403);
  });

  test('a kids session opens only folders of titles for children', async () => {
    const kids = await kidsToken(KEY, { id: 'k'.repeat(22), on: true });
    const headers = { cookie: `${guestCookie(GUEST)}; ${KIDS_COOKIE}=${kids}` };
    expect((await requestFile(`${base}/master.m3u8`, { headers })).status).toBe(403);
    expect((await requestFile(`${base}/360p/seg-0.m4s`, { headers })).status).toBe(403);
    const other = await folderFor(GUEST, { folder: 'clip-2' });
    expect((await requestFile(`${other}/master.m3u8`, { headers })).status).toBe(200);
    expect((await requestFile(`${base}/master.m3u8`)).status).toBe(200);
  });

  test('no way out of the folder, and no type that is not ours', async () => {
    const escapes = [
      '..%2fclip-2/master.m3u8',
      '%2e%2e/%2e%2e/art/private.png',
      './/master.m3u8',
      '../../art/private.png',
    ];
    for (const path of escapes) expect([403, 404], path).toContain((await requestFile(`${base}/${path}`)).status);
    for (const path of ['/secret.txt', '/nothing.m4s', '', '/360p', '/360p/']) {
      expect((await requestFile(base + path)).status, path).toBe(404);
    }
    expect((await requestFile('/media/clip-1/master.m3u8')).status).toBe(404);
  });

  test('without a key nothing is served and the log says why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await requestFile(`${base}/master.m3u8`, {}, { ...site.env, MEDIA_SIGNING_KEY: '' });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'media_unavailable' });
    expect(log.mock.calls.flat().join()).toContain('MEDIA_SIGNING_KEY');
    log.mockRestore();
  });
});

describe('whose address it is', () => {
  const worker = createWorker(() => Promise.resolve(new Response(null, { status: 404 })));
  const visit = (path: string, init: RequestInit = {}, vars: Partial<Env> = {}) =>
    worker(new Request(new URL(path, 'https://pardeh.test'), init), { ...site.env, ...vars }, site.ctx);
  /** The address that a visitor with these headers is given to play, and the cookie that came with it. */
  async function play(headers: Record<string, string>, vars: Partial<Env> = {}) {
    const path =
      'authorization' in headers || headers['cookie']?.includes(SESSION_COOKIE) ? '/get/cart' : '/ghost/get/cart';
    const response = await visit(
      `/api/v1${path}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ id: FREE, type: 'movie' }),
      },
      vars,
    );
    const { play: match } = v.parse(getGhostCart.output, await response.json()).data.data;
    return { url: match?.manifest_url ?? '', cookie: response.headers.get('set-cookie') };
  }
  const fetchStatus = async (url: string, headers: Record<string, string>, vars: Partial<Env> = {}) =>
    (await visit(url, { headers }, vars)).status;

  test('a guest is known by a cookie that comes with the cart and stays the same', async () => {
    const { url, cookie } = await play({});
    expect(cookie).toMatch(
      new RegExp(`^${GUEST_COOKIE}=[\\w-]{22}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=\\d+$`),
    );
    const headers = { cookie: cookie?.split(';')[0] ?? '' };
    expect(await fetchStatus(url, headers)).toBe(200);
    expect((await play(headers)).url).toBe(url);
    expect(await fetchStatus(url, {})).toBe(403);
    expect(await fetchStatus(url, { cookie: guestCookie(OTHER_GUEST) })).toBe(403);
    // Nobody says by a header who they are.
    expect((await play({ [GUEST_HEADER]: GUEST })).url).not.toBe((await play({ cookie: guestCookie(GUEST) })).url);
  });

  test('an address of somebody signed in opens with their cookie or bearer, and nobody else’s', async () => {
    const [sessionToken, other] = [await signIn(site.env, NOW, NOW + 5000), await signIn(site.env, NOW, NOW + 6000)];
    const { url } = await play({ authorization: `Bearer ${sessionToken}` });
    const session = (token: string) => ({ cookie: `${SESSION_COOKIE}=${token}` });
    expect((await play(session(sessionToken))).url).toBe(url);
    expect(await fetchStatus(url, session(sessionToken))).toBe(200);
    expect(await fetchStatus(url, { authorization: `Bearer ${sessionToken}` })).toBe(200);
    const others: Record<string, string>[] = [
      session(other),
      { authorization: `Bearer ${other}` },
      { cookie: guestCookie(GUEST) },
      {},
    ];
    for (const headers of others) {
      const response = await visit(url, { headers });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'media_foreign' });
    }
    // A guest who signs in while a film runs sees it to its end.
    const asGuest = await play({ cookie: guestCookie(GUEST) });
    expect(await fetchStatus(asGuest.url, { cookie: `${guestCookie(GUEST)}; ${SESSION_COOKIE}=${sessionToken}` })).toBe(
      200,
    );
  });

  test('on a media host of its own the signature decides, and the site’s pages may read it', async () => {
    const vars = { MEDIA_BASE_URL: 'https://half.test/media', SITE_URL: 'https://pardeh.test' };
    const { url } = await play({}, vars);
    expect(url).toMatch(/^https:\/\/half\.test\/media\/v\/[\w-]{22}\.[\w-]{43}\//);
    const response = await visit(url, {}, vars);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await fetchStatus(url.replace('clip-1', 'clip-2'), {}, vars)).toBe(403);
    expect((await visit(url, { method: 'OPTIONS' }, vars)).status).toBe(204);
    // The same address on the site itself is checked as ever.
    const siteAnswer = await visit(url.replace('half.test', 'pardeh.test'), {}, vars);
    expect(siteAnswer.status).toBe(403);
    expect(siteAnswer.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('a page’s policy names the media host', async () => {
    const policy = "default-src 'self'; img-src 'self' data:; media-src 'self' blob:; connect-src 'self'";
    const page = createWorker(() =>
      Promise.resolve(new Response('', { headers: { 'content-security-policy': policy } })),
    );
    const vars = { ...site.env, MEDIA_BASE_URL: 'https://half.test/media' };
    const response = await page(new Request('https://pardeh.test/profile/faq'), vars, site.ctx);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self'; img-src 'self' https://half.test data:; media-src 'self' https://half.test blob:; connect-src 'self' https://half.test",
    );
  });
});
