import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { listUnsafeSettings } from '../../../src/app/unsafe-settings.ts';
import { logout } from '../../../src/features/accounts/contract/auth.ts';
import { castAddress } from '../../../src/features/playback/contract.ts';
import { getLicence } from '../../../src/features/playback/licence-contract.ts';
import { stopStream } from '../../../src/features/streams/contract.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { parseHex, toHex } from '../../../src/platform/media/bytes-as-text.ts';
import { base64Url } from '../../../src/platform/media/signing.ts';
import { openApi, ORIGIN, parseFailure } from '../../support/site/api.ts';
import { requestMedia } from '../../support/media/live.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { FILM, FREE_FILM, openMoney, OTHER_FILM, sell, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { readProtection, readSamples } from '../../support/media/read-cbcs.ts';

/** The real time, at the half of an hour: media addresses are checked against it. */
const HOUR = 3600;
const NOW = Math.floor(Date.now() / 1000 / HOUR) * HOUR + HOUR / 2;
const CBCS = { MEDIA_ENCRYPTION: 'cbcs', MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more' };
const CLEAR = { ...CBCS, LICENCE_CLEARKEY: 'on', DEMO: '1', DEMO_HOSTS: new URL(ORIGIN).host };
const SERVER = 'https://licences.test/widevine?site=1';
const WIDEVINE = { ...CBCS, LICENCE_WIDEVINE: SERVER };
const AV1 = `#EXT-X-STREAM-INF:BANDWIDTH=90000,CODECS="av01.0.00M.08,mp4a.40.2",RESOLUTION=426x240,AUDIO="audio"
240p-av1/index.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=30000,CODECS="avc1.4D4015",RESOLUTION=426x240,URI="240p/iframes.m3u8"
`;
const IFRAMES = `#EXTM3U
#EXT-X-I-FRAMES-ONLY
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4,
#EXT-X-BYTERANGE:1500@0
seg-0.m4s
`;

let platform: Platform;
let site: ReturnType<typeof openMoney>;
let viewer: Visitor;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform, CLEAR);
  await sell(site.env.DB, NOW);
  const files = readdirSync('seed/media/clip-1', { recursive: true, encoding: 'utf8' });
  const stored = files.filter((file) =>
    /^((240p|audio)\/(index\.m3u8|init\.mp4|seg-[01]\.m4s)|subs\/fa.*)$/.test(file),
  );
  await Promise.all(stored.map((file) => site.env.MEDIA.put(`video/clip-1/${file}`, read(file))));
  const master = `${new TextDecoder().decode(read('master.m3u8'))}${AV1}`;
  await site.env.MEDIA.put('video/clip-1/master.m3u8', master);
  await site.env.MEDIA.put('video/clip-1/240p/iframes.m3u8', IFRAMES);
  await site.env.DB.prepare("UPDATE titles SET media = 'clip-2' WHERE id = ?").bind(OTHER_FILM.id).run();
});
beforeEach(async () => {
  at(NOW);
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  viewer = await site.visitor({ subscribedUntil: NOW + 100 * HOUR });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => platform.dispose());

const read = (file: string) => new Uint8Array(readFileSync(`seed/media/clip-1/${file}`));
const at = (seconds: number) => {
  site.clock.now = seconds;
  vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
};
const toBase64 = (text: string) => btoa(text);
const toKid = (keyId: string) => base64Url(parseHex(keyId));
const fromBase64Url = (text = '') =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const toChallenge = (...keyIds: string[]) => toBase64(JSON.stringify({ kids: keyIds.map(toKid), type: 'temporary' }));
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function get(address: string, settings: Partial<Env> = {}, who = viewer) {
  const behind: Promise<unknown>[] = [];
  const ctx = { ...platform.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const headers = { cookie: `${SESSION_COOKIE}=${who.token}` };
  const response = await requestMedia({ ...site.env, ...settings }, ctx, address, { headers });
  await Promise.all(behind);
  return response;
}
const readBytes = async (address: string, settings?: Partial<Env>) =>
  new Uint8Array(await (await get(address, settings)).arrayBuffer());
const readCode = async (response: Response) =>
  response.ok ? 'ok' : `${String(response.status)} ${(await parseFailure(response)).code}`;

async function openPlay(who: Visitor = viewer, id: number = FILM.id) {
  const cart = v.parse(getCart.output, await (await site.ask(getCart, { id, type: 'movie' }, who)).json());
  const { play } = cart.data.data;
  const manifest = play?.manifest_url ?? '';
  const address = new URL('240p/index.m3u8', manifest).href;
  const text = toText(await readBytes(address));
  return { play, manifest, address, text, stream: play?.stream ?? '', keyId: getKeyId(text) };
}
const getKeyId = (text: string) => /KEYID=0x([0-9a-f]{32})/.exec(text)?.[1] ?? '';
const ask = (input: Record<string, unknown>, who: Visitor | undefined = viewer) =>
  site.ask(getLicence, { kind: 'movie', id: FILM.id, system: 'clearkey', ...input }, who);
const readLicence = async (response: Response) => {
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { data } = v.parse(getLicence.output, await response.json());
  return atob(data.licence);
};

describe('a title in cbcs', () => {
  test.each(['240p', 'audio'])('%s: plays by its playlist and the licence alone', async (path) => {
    const { manifest, stream } = await openPlay();
    const address = new URL(`${path}/index.m3u8`, manifest).href;
    const text = toText(await readBytes(address));
    const keyId = getKeyId(text);
    const lines = text.split('\n').filter((line) => line.startsWith('#EXT-X-KEY:'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('METHOD=SAMPLE-AES,URI="data:text/plain;base64,');
    expect(lines[0]).toContain('KEYFORMAT="org.w3.clearkey",KEYFORMATVERSIONS="1"');
    const [, map = ''] = /#EXT-X-MAP:URI="([^"]+)"/.exec(text) ?? [];
    const protection = readProtection(await readBytes(new URL(map, address).href));
    expect(toHex(protection.keyId)).toBe(keyId);
    const answer = await ask({ stream, key_id: keyId, challenge: toChallenge(keyId) });
    const { keys, type } = JSON.parse(await readLicence(answer)) as { keys: Record<string, string>[]; type: string };
    expect([keys.length, keys[0]!['kty'], keys[0]!['kid'], type]).toEqual([1, 'oct', toKid(keyId), 'temporary']);
    const key = fromBase64Url(keys[0]!['k']);
    expect(key).toHaveLength(16);
    const [first = ''] = /^h\d+\/seg-0\.m4s$/m.exec(text) ?? [];
    const protectedSegment = await readBytes(new URL(first, address).href);
    const plain = readSamples(read(`${path}/seg-0.m4s`), null).map(({ bytes }) => bytes);
    expect(readSamples(protectedSegment, protection, key).map(({ bytes }) => bytes)).toEqual(plain);
    expect(readSamples(protectedSegment, null).map(({ bytes }) => bytes)).not.toEqual(plain);
  });

  test('is in the clear nowhere: no key file, plain file, range, trick play or AV1', async () => {
    const { address, manifest, text } = await openPlay();
    const [hour = ''] = /h\d{6}/.exec(text) ?? [];
    for (const file of ['media.key', '../seg-0.m4s', '../init.mp4', '../iframes.m3u8'])
      expect(await readCode(await get(new URL(`${hour}/${file}`, address).href)), file).toBe('404 not_found');
    expect(await readCode(await get(new URL(`${hour}-0-1500/seg-0.m4s`, address).href))).toBe('404 not_found');
    const later = `h${String(Number(hour.slice(1)) + 1)}`;
    expect(await readCode(await get(new URL(`${later}/seg-0.m4s`, address).href))).toBe('403 media_link_expired');
    const master = toText(await readBytes(manifest));
    expect(master.match(/av01|I-FRAME/)).toBeNull();
    expect(master.match(/#EXT-X-STREAM-INF/g)).toHaveLength(3);
    expect(await readBytes(new URL('subs/fa.vtt', manifest).href)).toEqual(read('subs/fa.vtt'));
  });

  test('a file that cannot be protected is an error, and not sent', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { address, text } = await openPlay();
    const [hour = ''] = /h\d{6}/.exec(text) ?? [];
    await site.env.MEDIA.put('video/clip-1/240p/seg-77.m4s', read('240p/seg-1.m4s').subarray(0, 900));
    expect(await readCode(await get(new URL(`${hour}/seg-77.m4s`, address).href))).toBe('503 media_storage');
    log.mockRestore();
  });

  test('renditions share a key, hours do not; the key system is that of the settings', async () => {
    const { keyId, address, manifest } = await openPlay();
    const audio = getKeyId(toText(await readBytes(new URL('audio/index.m3u8', manifest).href)));
    at(NOW + HOUR);
    const later = getKeyId(toText(await readBytes(address)));
    expect(audio).toBe(keyId);
    expect(later).not.toBe(keyId);
    const other = toText(await readBytes(address, { ...WIDEVINE, LICENCE_CLEARKEY: '' }));
    const formats = [...other.matchAll(/KEYFORMAT="([^"]+)"/g)].map(([, format]) => format);
    expect(formats).toEqual(['urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed']);
    const [, map = ''] = /#EXT-X-MAP:URI="([^"]+)"/.exec(other) ?? [];
    const init = await readBytes(new URL(map, address).href, { ...WIDEVINE, LICENCE_CLEARKEY: '' });
    expect(readProtection(init).systems).toEqual(['edef8ba979d64acea3c827dcd51d21ed']);
  });

  test('is neither cast nor kept in a browser', async () => {
    const { play } = await openPlay();
    expect([play?.offline_until, play?.protected]).toEqual([null, true]);
    const cast = await site.ask(castAddress, { kind: 'movie', id: FILM.id }, viewer);
    expect(await readCode(cast)).toBe('403 cast_protected');
  });
});

describe('a licence', () => {
  test('is not for guests, viewers without a right, other accounts’ streams, or after the right and the session', async () => {
    const { stream, keyId } = await openPlay();
    const input = { stream, key_id: keyId, challenge: toChallenge(keyId) };
    expect(await readCode(await ask(input))).toBe('ok');
    expect(
      await readCode(await site.ask(getLicence, { kind: 'movie', id: FILM.id, system: 'clearkey', ...input })),
    ).toBe('403 licence_refused');
    const stranger = await site.visitor();
    expect(await readCode(await ask(input, stranger))).toBe('403 licence_refused');
    const other = await site.visitor({ subscribedUntil: NOW + HOUR });
    expect(await readCode(await ask(input, other))).toBe('409 licence_stream');
    expect(await readCode(await ask({ ...input, stream: undefined }))).toBe('409 licence_stream');
    const end = (until: number) =>
      site.env.DB.prepare('UPDATE users SET subscribed_until = ? WHERE id = ?').bind(until, viewer.id).run();
    await end(NOW - 1);
    expect(await readCode(await ask(input))).toBe('403 licence_refused');
    await end(NOW + HOUR);
    await site.ask(logout, {}, viewer);
    expect(await readCode(await ask(input))).toBe('401 unauthenticated');
  });

  test('ends with the lease of its stream, and is refused to a stream too many', async () => {
    const { stream, keyId } = await openPlay();
    const input = { key_id: keyId, challenge: toChallenge(keyId) };
    expect(await readCode(await ask({ ...input, stream }))).toBe('ok');
    await site.call(stopStream, { stream }, viewer);
    expect(await readCode(await ask({ ...input, stream }))).toBe('409 stream_stopped');
    const codes = [];
    for (let device = 0; device < 4; device += 1) {
      const cart = v.parse(
        getCart.output,
        await (await site.ask(getCart, { id: FILM.id, type: 'movie' }, viewer)).json(),
      );
      codes.push(await readCode(await ask({ ...input, stream: cart.data.data.play?.stream ?? '' })));
    }
    expect(codes).toEqual(['ok', 'ok', 'ok', '409 streams_full']);
  });

  test('is of the title’s key of an hour that is open, for one key, in the form of W3C', async () => {
    const { stream, keyId } = await openPlay();
    const shift = (hours: number) =>
      (parseInt(keyId.slice(0, 8), 16) + hours).toString(16).padStart(8, '0') + keyId.slice(8);
    for (const wrong of [
      shift(1),
      shift(-25),
      'f'.repeat(32),
      `${keyId.slice(0, 31)}${keyId.endsWith('0') ? '1' : '0'}`,
    ])
      expect(await readCode(await ask({ stream, key_id: wrong, challenge: toChallenge(wrong) })), wrong).toBe(
        '403 licence_key',
      );
    const ownRight = { kind: 'movie', id: FREE_FILM.id, system: 'clearkey' };
    await site.env.DB.prepare("UPDATE titles SET media = 'clip-3' WHERE id = ?").bind(FREE_FILM.id).run();
    const foreign = await site.ask(getLicence, { ...ownRight, key_id: keyId, challenge: toChallenge(keyId) }, viewer);
    expect(await readCode(foreign)).toBe('403 licence_key');
    await site.env.DB.prepare("UPDATE titles SET media = 'clip-1' WHERE id = ?").bind(FREE_FILM.id).run();
    for (const challenge of [
      toBase64('{'),
      toBase64('{"kids":[]}'),
      toBase64('{"kids":"x","type":"temporary"}'),
      toChallenge(keyId, keyId),
      toChallenge('0'.repeat(32)),
      toBase64(JSON.stringify({ kids: [toKid(keyId)], type: 'persistent-license' })),
      'AAA=',
      'A',
    ])
      expect(await readCode(await ask({ stream, key_id: keyId, challenge })), challenge).toBe('422 licence_challenge');
    for (const wrong of [
      { challenge: 'ü' },
      { challenge: '' },
      { key_id: keyId.toUpperCase() },
      { system: 'playready' },
    ])
      expect(await readCode(await ask({ stream, key_id: keyId, challenge: 'AAAA', ...wrong }))).toBe(
        '422 invalid_input',
      );
    for (const length of [40_000, 70_000])
      expect(await readCode(await ask({ stream, key_id: keyId, challenge: 'A'.repeat(length) }))).toBe(
        '413 body_too_large',
      );
  });

  test('of a free title is a guest’s, too', async () => {
    const cart = await site.ask(getGhostCart, { id: FREE_FILM.id, type: 'movie' });
    expect(cart.status).toBe(200);
    const { keyId } = await openPlay();
    const input = { kind: 'movie', id: FREE_FILM.id, system: 'clearkey', key_id: keyId };
    expect(await readCode(await site.ask(getLicence, { ...input, challenge: toChallenge(keyId) }))).toBe('ok');
  });

  test('does not exist without cbcs, and ClearKey’s is none outside the demo', async () => {
    const { stream, keyId } = await openPlay();
    const body = { kind: 'movie', id: FILM.id, stream, key_id: keyId, challenge: toChallenge(keyId) };
    const headers = { authorization: `Bearer ${viewer.token}` };
    const readAs = async (settings: Partial<Env>, system = 'clearkey') => {
      const other = openApi(platform, { ...site.env, ...settings });
      other.clock.now = NOW;
      return readCode(await other.send(getLicence.path, { body: { ...body, system }, headers }));
    };
    expect(await readAs({ MEDIA_ENCRYPTION: '' })).toBe('404 licence_off');
    expect(await readAs({ MEDIA_ENCRYPTION: 'aes-128' })).toBe('404 licence_off');
    expect(await readAs({}, 'widevine')).toBe('404 licence_off');
    expect(await readAs({ DEMO: '' })).toBe('503 media_unavailable');
    expect(await readAs({ ...WIDEVINE, LICENCE_CLEARKEY: '', DEMO: '' })).toBe('404 licence_off');
  });
});

describe('a licence of the operator’s server', () => {
  let behave: (request: unknown) => { status: number; body?: string; location?: string } | null;
  const requests: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    void json(incoming).then((body) => {
      requests.push({ url: incoming.url, body });
      const answer = behave(body);
      if (answer === null) incoming.socket.destroy();
      else
        outgoing.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body ?? '');
    });
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => void server.close());

  test('gets the key and the challenge of an entitled viewer only; each failure has its own answer', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const send = fetch;
    const home = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => send(url.replace('https://licences.test', home), init));
    const { stream, keyId } = await openPlay();
    const other = openApi(platform, { ...site.env, ...WIDEVINE, LICENCE_CLEARKEY: '', DEMO: '' });
    other.clock.now = NOW;
    const body = { kind: 'movie', id: FILM.id, system: 'widevine', stream, key_id: keyId, challenge: toBase64('ask') };
    const askFor = (who: Visitor | null) =>
      other.send(getLicence.path, { body, headers: who ? { authorization: `Bearer ${who.token}` } : {} });
    behave = () => ({ status: 200, body: 'licence' });
    expect(await readCode(await askFor(null))).toBe('403 licence_refused');
    expect(requests).toEqual([]);
    expect(await readLicence(await askFor(viewer))).toBe('licence');
    const hex = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
    const licenceRequest = { challenge: toBase64('ask'), key_id: keyId, key: hex, iv: hex, ends_at: NOW + 6 * HOUR };
    expect(requests).toEqual([{ url: '/widevine?site=1', body: licenceRequest }]);
    const answers = {
      '403 licence_denied': { status: 403, body: 'no' },
      '502 licence_unreachable': null,
    };
    for (const [code, answer] of Object.entries(answers)) {
      behave = () => answer;
      expect(await readCode(await askFor(viewer))).toBe(code);
    }
    for (const answer of [
      { status: 307, location: '/elsewhere' },
      { status: 500, body: 'secret' },
      { status: 200 },
      { status: 200, body: 'x'.repeat(70_000) },
    ]) {
      behave = () => answer;
      expect(await readCode(await askFor(viewer))).toBe('502 licence_unreachable');
    }
    expect(requests.filter((request) => JSON.stringify(request).includes('elsewhere'))).toEqual([]);
    expect(log.mock.calls.flat().join(' ')).not.toMatch(/licences\.test|127\.0|secret|[0-9a-f]{32}/);
    log.mockRestore();
  });
});

test.each([
  ['no key system', {}, 'LICENCE_WIDEVINE'],
  ['a short secret', { LICENCE_WIDEVINE: SERVER, MEDIA_KEY_SECRET: 'short' }, 'MEDIA_KEY_SECRET'],
  ['a licence server without TLS', { LICENCE_WIDEVINE: 'http://licences.test' }, 'LICENCE_WIDEVINE'],
  ['a user in the address', { LICENCE_WIDEVINE: 'https://user:word@licences.test' }, 'LICENCE_WIDEVINE'],
  ['ClearKey beside another system', { ...WIDEVINE, LICENCE_CLEARKEY: 'on' }, 'LICENCE_CLEARKEY'],
  ['ClearKey by another word', { LICENCE_CLEARKEY: 'yes' }, 'LICENCE_CLEARKEY'],
  ['ClearKey outside the demo', { LICENCE_CLEARKEY: 'on' }, 'LICENCE_CLEARKEY'],
])('%s: the site does not run', (_, settings, setting) => {
  const production = { ...site.env, ...CBCS, DEMO: '', LICENCE_CLEARKEY: '', ...settings };
  expect(listUnsafeSettings(production, null).map((unsafe) => unsafe.setting)).toContain(setting);
});

test('the site runs in cbcs with its key systems, and with ClearKey as a demo', () => {
  const listEncryption = (settings: Partial<Env>) =>
    listUnsafeSettings({ ...site.env, ...settings }, new URL(ORIGIN).host).filter(({ setting }) =>
      /^(LICENCE|MEDIA)/.test(setting),
    );
  expect(listEncryption({ ...WIDEVINE, DEMO: '', LICENCE_CLEARKEY: '' })).toEqual([]);
  expect(listEncryption({})).toEqual([]);
});
