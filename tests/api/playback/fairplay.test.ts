import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { reportDeployment } from '../../../src/app/deploy-report.ts';
import { listUnsafeSettings } from '../../../src/app/unsafe-settings.ts';
import { getLicence, getLicenceCertificate } from '../../../src/features/playback/licence-contract.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { toBase64, toHex } from '../../../src/platform/media/bytes-as-text.ts';
import { parseFailure } from '../../support/site/api.ts';
import { requestMedia } from '../../support/media/live.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { FILM, FREE_FILM, openMoney, sell, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { readProtection } from '../../support/media/read-cbcs.ts';

/** The real time, at the half of an hour: media addresses are checked against it. */
const HOUR = 3600;
const NOW = Math.floor(Date.now() / 1000 / HOUR) * HOUR + HOUR / 2;
const CERTIFICATE = toCertificate(1200);
const FAIRPLAY = {
  ...{ MEDIA_ENCRYPTION: 'cbcs', MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more', DEMO: '' },
  LICENCE_FAIRPLAY: 'https://licences.test/fairplay?site=1',
  LICENCE_FAIRPLAY_CERTIFICATE: CERTIFICATE,
};
const WIDEVINE = { LICENCE_WIDEVINE: 'https://licences.test/widevine' };
const NO_FAIRPLAY = { LICENCE_FAIRPLAY: '', LICENCE_FAIRPLAY_CERTIFICATE: '' };
const SPC = btoa('a challenge');

let platform: Platform;
let site: ReturnType<typeof openMoney>;
let viewer: Visitor;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform, FAIRPLAY);
  await sell(site.env.DB, NOW);
  for (const file of ['master.m3u8', '240p/index.m3u8', '240p/init.mp4'])
    await site.env.MEDIA.put(`video/clip-1/${file}`, readFileSync(`seed/media/clip-1/${file}`));
});
beforeEach(async () => {
  site.clock.now = NOW;
  vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] });
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  viewer = await site.visitor({ subscribedUntil: NOW + 100 * HOUR });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => platform.dispose());

/** Bytes in base64 of the form that `openssl x509 -outform der` writes: a sequence with its length in two bytes. */
function toCertificate(length: number, head = [0x30, 0x82, length >> 8, length & 255]): string {
  return toBase64(Uint8Array.from([...head, ...Array.from({ length }, (_, at) => at & 255)]));
}

async function read(address: string, settings: Partial<Env> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const behind: Promise<unknown>[] = [];
  const ctx = { ...platform.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const headers = { cookie: `${SESSION_COOKIE}=${viewer.token}` };
  const response = await requestMedia({ ...site.env, ...settings }, ctx, address, { headers });
  await Promise.all(behind);
  return new Uint8Array(await response.arrayBuffer());
}
async function openPlay() {
  const cart = v.parse(getCart.output, await (await site.ask(getCart, { id: FILM.id, type: 'movie' }, viewer)).json());
  const { play } = cart.data.data;
  const address = new URL('240p/index.m3u8', play?.manifest_url ?? '').href;
  const readLines = async (settings?: Partial<Env>) =>
    new TextDecoder()
      .decode(await read(address, settings))
      .split('\n')
      .filter((line) => /^#EXT-X-(KEY|MAP):/.test(line));
  const [line = '', map = ''] = await readLines();
  const init = new URL(/URI="([^"]+)"/.exec(map)?.[1] ?? '', address).href;
  return { stream: play?.stream ?? '', line, keyId: line.match(/skd:\/\/([0-9a-f]{32})"/)?.[1] ?? '', init, readLines };
}
const readCode = async (response: Response) =>
  response.ok ? 'ok' : `${String(response.status)} ${(await parseFailure(response)).code}`;
const ask = (input: Record<string, unknown>, who: Visitor | undefined = viewer) =>
  site.ask(getLicence, { kind: 'movie', id: FILM.id, system: 'fairplay', challenge: SPC, ...input }, who);
const listProblems = (settings: Partial<Env>) =>
  listUnsafeSettings({ ...site.env, ...settings }, null).filter(({ setting }) => setting.startsWith('LICENCE'));

test('a certificate that is none, alone or missing, an address without TLS, ClearKey beside it: the site does not run', () => {
  const wrongs: [Partial<Env>, keyof Env, string][] = [
    [{ LICENCE_FAIRPLAY_CERTIFICATE: '' }, 'LICENCE_FAIRPLAY_CERTIFICATE', 'LICENCE_FAIRPLAY needs it'],
    [{ LICENCE_FAIRPLAY: '' }, 'LICENCE_WIDEVINE', 'needs a key system'],
    [{ LICENCE_FAIRPLAY: '', ...WIDEVINE }, 'LICENCE_FAIRPLAY_CERTIFICATE', 'without LICENCE_FAIRPLAY'],
    [{ LICENCE_FAIRPLAY: 'http://licences.test' }, 'LICENCE_FAIRPLAY', 'no address'],
    [{ LICENCE_FAIRPLAY: 'https://user@licences.test' }, 'LICENCE_FAIRPLAY', 'no address'],
    [{ LICENCE_FAIRPLAY: 'skd://licences.test' }, 'LICENCE_FAIRPLAY', 'no address'],
    [{ LICENCE_FAIRPLAY: 'https://licences.test/#1' }, 'LICENCE_FAIRPLAY', 'no address'],
    [{ ...WIDEVINE, LICENCE_FAIRPLAY: 'on' }, 'LICENCE_FAIRPLAY', 'no address'],
    [{ LICENCE_CLEARKEY: 'on' }, 'LICENCE_CLEARKEY', 'LICENCE_FAIRPLAY protects'],
    [{ ...WIDEVINE, LICENCE_CLEARKEY: 'on' }, 'LICENCE_CLEARKEY', 'LICENCE_WIDEVINE protects'],
  ];
  for (const [settings, setting, problem] of wrongs)
    expect(listProblems(settings), JSON.stringify(settings)).toEqual([
      { setting, problem: expect.stringContaining(problem) as string },
    ]);
  const certificates = [
    '-----BEGIN CERTIFICATE-----',
    'https://licences.test/fairplay.cer',
    `${CERTIFICATE}\n`,
    ` ${CERTIFICATE}`,
    CERTIFICATE.slice(4),
    CERTIFICATE.slice(0, -4),
    CERTIFICATE.slice(0, -1),
    `${CERTIFICATE}AAAA`,
    CERTIFICATE.replaceAll('A', '-'),
    toCertificate(1200, [0x31, 0x82, 4, 176]),
    toCertificate(1200, [0x30, 0x80, 4, 176]),
    toCertificate(100, [0x30, 100]),
    toCertificate(9000),
    'MAA=',
    'MII=',
    'MIIA',
    'AAAA',
  ];
  for (const certificate of certificates)
    expect(listProblems({ LICENCE_FAIRPLAY_CERTIFICATE: certificate }), certificate.slice(0, 40)).toEqual([
      { setting: 'LICENCE_FAIRPLAY_CERTIFICATE', problem: expect.stringContaining('no certificate') as string },
    ]);
  const report = reportDeployment({ ...site.env, LICENCE_FAIRPLAY_CERTIFICATE: 'MII=' });
  expect(report.map(({ setting }) => setting)).toContain('LICENCE_FAIRPLAY_CERTIFICATE');
});

test('the site runs with FairPlay, alone or beside Widevine; without cbcs nothing of it counts', () => {
  expect(listProblems({})).toEqual([]);
  expect(listProblems(WIDEVINE)).toEqual([]);
  expect(listProblems({ MEDIA_ENCRYPTION: '', LICENCE_FAIRPLAY_CERTIFICATE: 'none' })).toEqual([]);
  for (const length of [256, 800, 2000, 3700])
    expect(listProblems({ LICENCE_FAIRPLAY_CERTIFICATE: toCertificate(length) }), String(length)).toEqual([]);
});

describe('the playlist of a film in cbcs', () => {
  test('has a line of FairPlay alone, or of each key system; the initialisation has no box of FairPlay', async () => {
    const { line, keyId, readLines, init } = await openPlay();
    expect(line).toBe(
      `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://${keyId}",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"`,
    );
    expect(keyId).toMatch(/^[0-9a-f]{32}$/);
    expect(await readLines()).toHaveLength(2);
    const both = (await readLines(WIDEVINE)).filter((text) => text.startsWith('#EXT-X-KEY:'));
    expect(both.map((text) => /KEYFORMAT="([^"]+)"/.exec(text)?.[1])).toEqual([
      'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
      'com.apple.streamingkeydelivery',
    ]);
    expect(both[0]).toContain(`KEYID=0x${keyId}`);
    expect(both[1]).toBe(line);
    const protection = readProtection(await read(init));
    expect([toHex(protection.keyId), protection.systems]).toEqual([keyId, []]);
    const systems = readProtection(await read(init, WIDEVINE)).systems;
    expect(systems).toEqual(['edef8ba979d64acea3c827dcd51d21ed']);
    expect((await readLines({ ...WIDEVINE, ...NO_FAIRPLAY })).join()).not.toContain('skd:');
  });

  test('on a media host, names the same key', async () => {
    const { line, init, readLines } = await openPlay();
    const host = { MEDIA_BASE_URL: `${new URL(init).origin}/media`, SITE_URL: 'https://pardeh.example' };
    expect(await readLines(host)).toContain(line);
  });
});

test('the certificate is for everyone, kept by browsers for an hour, and exists with FairPlay alone', async () => {
  const answer = await site.ask(getLicenceCertificate, {});
  expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
  expect(v.parse(getLicenceCertificate.output, await answer.json()).data.certificate).toBe(CERTIFICATE);
  const readAs = async (settings: Partial<Env>) => {
    const other = openMoney(platform, { ...FAIRPLAY, ...settings });
    other.clock.now = NOW;
    const refused = await other.ask(getLicenceCertificate, {});
    expect(refused.headers.get('cache-control')).toBe('no-store');
    return readCode(refused);
  };
  expect(await readAs({ ...WIDEVINE, ...NO_FAIRPLAY })).toBe('404 licence_off');
  expect(await readAs({ MEDIA_ENCRYPTION: 'aes-128' })).toBe('404 licence_off');
  expect(await readAs({ MEDIA_ENCRYPTION: '' })).toBe('404 licence_off');
  expect(await readAs({ LICENCE_FAIRPLAY_CERTIFICATE: 'MII=' })).toBe('503 media_unavailable');
});

describe('a licence of FairPlay', () => {
  type Answer = { status: number; body?: string; location?: string } | null;
  let answer: Answer = { status: 200, body: 'ckc' };
  let requests: { url: string | undefined; body: unknown }[] = [];
  const server = createServer((incoming, outgoing) => {
    void json(incoming).then((body) => {
      requests.push({ url: incoming.url, body });
      if (answer === null) incoming.socket.destroy();
      else
        outgoing.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body ?? '');
    });
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => void server.close());
  beforeEach(() => {
    const send = fetch;
    const home = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => send(url.replace('https://licences.test', home), init));
    answer = { status: 200, body: 'ckc' };
    requests = [];
  });

  test('is asked of the server for an entitled viewer, by the address of FairPlay, with the challenge and the key', async () => {
    const { stream, keyId } = await openPlay();
    const response = await ask({ stream, key_id: keyId });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(atob(v.parse(getLicence.output, await response.json()).data.licence)).toBe('ckc');
    const hex = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
    const body = { challenge: SPC, key_id: keyId, key: hex, iv: hex, ends_at: NOW + 6 * HOUR };
    expect(requests).toEqual([{ url: '/fairplay?site=1', body }]);
  });

  test('is refused without a right, a stream, the title’s key, an open hour or a challenge, and the server is not asked', async () => {
    const { stream, keyId } = await openPlay();
    const shift = (hours: number) =>
      (parseInt(keyId.slice(0, 8), 16) + hours).toString(16).padStart(8, '0') + keyId.slice(8);
    const stranger = await site.visitor();
    const other = await site.visitor({ subscribedUntil: NOW + HOUR });
    const guest = { kind: 'movie', id: FILM.id, system: 'fairplay', challenge: SPC, key_id: keyId };
    expect(await readCode(await site.ask(getLicence, guest))).toBe('403 licence_refused');
    expect(await readCode(await ask({ stream, key_id: keyId }, stranger))).toBe('403 licence_refused');
    expect(await readCode(await ask({ stream, key_id: keyId }, other))).toBe('409 licence_stream');
    expect(await readCode(await ask({ key_id: keyId }))).toBe('409 licence_stream');
    for (const wrong of [shift(1), shift(-25), 'f'.repeat(32)])
      expect(await readCode(await ask({ stream, key_id: wrong }))).toBe('403 licence_key');
    await site.env.DB.prepare("UPDATE titles SET media = 'clip-3' WHERE id = ?").bind(FREE_FILM.id).run();
    expect(await readCode(await ask({ id: FREE_FILM.id, key_id: keyId }))).toBe('403 licence_key');
    for (const challenge of ['', 'ü', '{"spc":1}', 'AA A='])
      expect(await readCode(await ask({ stream, key_id: keyId, challenge }))).toBe('422 invalid_input');
    expect(await readCode(await ask({ stream, key_id: keyId, challenge: 'A'.repeat(40_000) }))).toBe(
      '413 body_too_large',
    );
    expect(await readCode(await ask({ stream, key_id: keyId, system: 'widevine' }))).toBe('404 licence_off');
    expect(requests).toEqual([]);
  });

  test('each failure of the server has an answer of its own, and nothing of the request is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { stream, keyId } = await openPlay();
    answer = { status: 403, body: 'no' };
    expect(await readCode(await ask({ stream, key_id: keyId }))).toBe('403 licence_denied');
    const failures: Answer[] = [
      null,
      { status: 307, location: '/elsewhere' },
      { status: 500, body: 'secret' },
      { status: 200 },
      { status: 200, body: 'x'.repeat(70_000) },
    ];
    for (const failure of failures) {
      answer = failure;
      expect(await readCode(await ask({ stream, key_id: keyId }))).toBe('502 licence_unreachable');
    }
    expect(requests).toHaveLength(1 + failures.length);
    expect(JSON.stringify(requests)).not.toContain('elsewhere');
    expect(log.mock.calls.flat().join(' ')).not.toMatch(/licences\.test|127\.0|secret|[0-9a-f]{32}/);
    log.mockRestore();
  });

  test('beside Widevine, each system is asked at its own address; a site with Widevine alone has none', async () => {
    const { stream, keyId } = await openPlay();
    const readAs = async (settings: Partial<Env>, system: string) => {
      const both = openMoney(platform, { ...FAIRPLAY, ...settings });
      both.clock.now = NOW;
      const input = { kind: 'movie', id: FILM.id, stream, challenge: SPC, key_id: keyId, system };
      return readCode(await both.ask(getLicence, input, viewer));
    };
    expect(await readAs(WIDEVINE, 'widevine')).toBe('ok');
    expect(await readAs(WIDEVINE, 'fairplay')).toBe('ok');
    expect(requests.map(({ url }) => url)).toEqual(['/widevine', '/fairplay?site=1']);
    expect(await readAs(WIDEVINE, 'clearkey')).toBe('404 licence_off');
    expect(await readAs({ ...WIDEVINE, ...NO_FAIRPLAY }, 'fairplay')).toBe('404 licence_off');
    expect(await readAs({ LICENCE_FAIRPLAY_CERTIFICATE: '' }, 'fairplay')).toBe('503 media_unavailable');
    expect(requests).toHaveLength(2);
  });
});
