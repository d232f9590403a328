import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import fa from '../../../locales/fa.json' with { type: 'json' };
import { getLivePlay } from '../../../src/features/live/contract.ts';
import { castAddress } from '../../../src/features/playback/contract.ts';
import { isAllowedSource } from '../../../src/features/live/playout/source-address.ts';
import { parseMediaPlaylist as parseSource } from '@pardeh/hls/playlist';
import { trimPlaylist } from '../../../src/features/live/playout/trim.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { eventually } from '../../support/eventually.ts';
import { parseFailure, listen } from '../../support/site/api.ts';
import { callApi, fetchCode } from '../../support/site/call-api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { requestMedia, countBytes, parseMasterPlaylist, parseMediaPlaylist } from '../../support/media/live.ts';
import type { Env } from '../../../src/platform/config/env.ts';

const NOW = Math.floor(Date.now() / 1000);

/** A typical source's playlists: a master, and a DVR of an hour with a discontinuity, a key and dates. */
const MASTER = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="main",DEFAULT=YES,URI="../audio/live.m3u8?k=1"
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4D401E,mp4a.40.2",AUDIO="a"
video/360.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,URI="iframes.m3u8"
`;
const FIRST = 5000;
const PARTS = 600;
const dvr = () => {
  const lines = [
    ...['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:6', `#EXT-X-MEDIA-SEQUENCE:${FIRST}`],
    ...['#EXT-X-DISCONTINUITY-SEQUENCE:3', '#EXT-X-MAP:URI="init.mp4"', '#EXT-X-KEY:METHOD=AES-128,URI="key?id=7"'],
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T16:30:00.000Z',
  ];
  for (let at = 0; at < PARTS; at += 1) {
    if (at === 100 || at === PARTS - 2) lines.push('#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="init2.mp4"');
    lines.push('#EXTINF:6.000,', `part-${at}.m4s`);
  }
  return lines.join('\n');
};

let site: CatalogueFixture;
let origin: Awaited<ReturnType<typeof listen>>;
let answer: (path: string, request: Request) => Response | Promise<Response>;
const paths: string[] = [];
let env: Env;
let manifest: string;
let name = 0;

beforeAll(async () => {
  site = await openCatalogue(NOW);
  origin = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    paths.push(pathname + search);
    return answer(pathname, request);
  });
  env = { ...site.env, STREAM_PLAIN_HOSTS: new URL(origin.url).host };
});
beforeEach(async () => {
  // An address of its own for each test: what the isolate keeps of another one is not in the way.
  name += 1;
  paths.length = 0;
  await setSource(`${origin.url}/${name}/tv/master.m3u8`);
  answer = (path) => new Response(path.endsWith('master.m3u8') ? MASTER : dvr());
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await origin.close();
  await site.dispose();
});

async function setSource(url: string): Promise<void> {
  await site.env.DB.prepare('UPDATE channels SET stream_url = ? WHERE id = 406').bind(url).run();
  forgetPlayouts();
  manifest = (await callApi(site, getLivePlay, { id: 406 })).data.manifest_url;
}

const get = (file: string) => requestMedia(env, site.ctx, new URL(file, manifest).href);

describe('a channel from elsewhere', () => {
  test('has its playlists here, cut to the live window, with addresses of the source', async () => {
    const master = parseMasterPlaylist(await (await get('master.m3u8')).text());
    expect(master.variants[0]!.audio[0]!.uri).toBe('x0.m3u8');
    expect(master.variants[0]!.uri).toBe('x1.m3u8');
    const response = await get('x1.m3u8');
    expect(response.headers.get('cache-control')).toBe('private, max-age=1');
    const text = await response.text();
    expect(countBytes(text)).toBeLessThanOrEqual(4096);
    const playlist = parseMediaPlaylist(text);
    expect(playlist.segments).toHaveLength(7);
    expect(playlist.mediaSequenceBase).toBe(FIRST + PARTS - 7);
    expect(playlist.segments.map(({ discontinuitySequence }) => discontinuitySequence)).toEqual([4, 4, 4, 4, 4, 5, 5]);
    const base = `${origin.url}/${name}/tv/video`;
    expect(playlist.segments[0]).toMatchObject({
      uri: `${base}/part-593.m4s`,
      map: { uri: `${base}/init2.mp4` },
      key: { uri: `${base}/key?id=7` },
      programDateTime: new Date(Date.parse('2026-11-21T16:30:00Z') + 593 * 6000),
    });
    await get('x0.m3u8');
    expect(paths).toContain(`/${name}/audio/live.m3u8?k=1`);
  });

  test('opens to a receiver without cookies, which fetches the segments from the source', async () => {
    const { manifest_url: address } = (await callApi(site, castAddress, { kind: 'channel', id: 406 })).data;
    for (const file of ['master.m3u8', 'x1.m3u8']) {
      const headers = { origin: 'https://www.gstatic.com' };
      const response = await requestMedia(env, site.ctx, new URL(file, address).href, { headers });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      if (file === 'x1.m3u8') expect(await response.text()).toContain(`${origin.url}/${name}/tv/video/part-593.m4s`);
    }
    const from = NOW - 3600;
    expect(await fetchCode(site, castAddress, { kind: 'channel', id: 406, from })).toBe('404 programme_unavailable');
  });

  test('has all its playlists here, also more than a hundred', async () => {
    const sounds = Array.from(
      { length: 1200 },
      (_, at) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${at}",URI="a${at}.m3u8"`,
    );
    answer = (path) =>
      new Response(path.endsWith('master.m3u8') ? MASTER.replace(/#EXT-X-MEDIA.*/, sounds.join('\n')) : dvr());
    const master = parseMasterPlaylist(await (await get('master.m3u8')).text());
    expect(master.variants[0]!.uri).toBe('x1200.m3u8');
    for (const file of ['x99.m3u8', 'x100.m3u8', 'x1200.m3u8'])
      expect([file, (await get(file)).status]).toEqual([file, 200]);
    expect(paths).toContain(`/${name}/tv/a100.m3u8`);
    expect((await get('x1201.m3u8')).status).toBe(404);
  });

  test('that names no renditions is its own playlist; it cannot be seen again', async () => {
    answer = () => new Response(dvr());
    expect(parseMediaPlaylist(await (await get('master.m3u8')).text()).segments).toHaveLength(7);
    expect((await get('x0.m3u8')).status).toBe(404);
    expect((await get('v240.m3u8')).status).toBe(404);
    expect((await site.request(`/channels/406/play?from=${NOW - 3600}`)).status).toBe(404);
    expect((await callApi(site, getLivePlay, { id: 406 })).data.can_restart).toBe(false);
  });

  test.each([
    ['a redirect to itself', 302],
    ['a refusal', 403],
    ['its master playlist', 200],
  ])('gets back the cookies that it sets with %s', async (_, status) => {
    answer = (path, request) => {
      if (request.headers.get('cookie') === 'session=a b; edge=7')
        return new Response(path.endsWith('master.m3u8') ? MASTER : dvr());
      const headers = new Headers({ location: request.url });
      for (const cookie of [
        'session=a b; Path=/; HttpOnly',
        'edge=7; path=/',
        'old=1; Max-Age=0',
        'x=1; Domain=evil.example',
      ])
        headers.append('set-cookie', cookie);
      const isOpen = status === 200 && path.endsWith('master.m3u8');
      return new Response(isOpen ? MASTER : 'no', { status: isOpen ? 200 : status === 302 ? 302 : 403, headers });
    };
    expect((await get('master.m3u8')).status).toBe(200);
    expect((await get('x1.m3u8')).status).toBe(200);
  });

  test.each(['\n', '\ufeff\r\n', ' \n\n\t'])('may begin with %j', async (blank) => {
    answer = (path) => new Response(blank + (path.endsWith('master.m3u8') ? MASTER : dvr()));
    expect(parseMasterPlaylist(await (await get('master.m3u8')).text()).variants).toHaveLength(1);
    expect(parseMediaPlaylist(await (await get('x1.m3u8')).text()).segments).toHaveLength(7);
  });

  test.each(['20261127194913123', '18446744073709550000', '9007199254741000'])(
    'may number its segments from %s: they count on, and keys keep their vectors',
    async (first) => {
      const counted: number[] = [];
      for (const step of [0n, 1n, 2n]) {
        const number = (BigInt(first) + step).toString();
        await setSource(`${origin.url}/${name}/${number}/master.m3u8`);
        answer = () => new Response(dvr().replace(`SEQUENCE:${FIRST}`, `SEQUENCE:${number}`));
        const text = await (await get('master.m3u8')).text();
        const { mediaSequenceBase = 0, segments } = parseMediaPlaylist(text);
        expect(Number.isSafeInteger(mediaSequenceBase + segments.length)).toBe(true);
        counted.push(mediaSequenceBase);
        const vector = (BigInt(number) + BigInt(PARTS - 7)).toString(16).padStart(32, '0');
        if (BigInt(number) >= 2n ** 52n)
          expect(text).toContain(`METHOD=AES-128,URI="${origin.url}/${name}/${number}/key?id=7",IV=0x${vector}`);
      }
      expect(counted.map((number) => number - counted[0]!)).toEqual([0, 1, 2]);
    },
  );

  test('that is a list of channels is refused, and the log says what to do', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = () =>
      new Response(
        '#EXTM3U x-tvg-url="a"\n#EXTINF:-1 tvg-id="1" group-title="خبر",One\nhttps://a.example/1.m3u8\n#EXTINF:-1,Two\nhttps://a.example/2/live.ts\n',
      );
    const response = await get('master.m3u8');
    expect([response.status, (await parseFailure(response)).code]).toEqual([503, 'live_unavailable']);
    expect(log.mock.lastCall?.[0]).toContain('a list of 2 channels, not a stream: set stream_url');
  });

  test('is asked once for viewers who come at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('master.m3u8')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(paths).toHaveLength(1);
  });

  test('follows redirects, and counts addresses from where it came to', async () => {
    answer = (path) =>
      path.includes('/moved/')
        ? new Response(dvr())
        : new Response(null, { status: 302, headers: { location: '/moved/here/live.m3u8' } });
    const playlist = parseMediaPlaylist(await (await get('master.m3u8')).text());
    expect(playlist.segments[0]!.uri).toBe(`${origin.url}/moved/here/part-593.m4s`);
  });

  test.each([
    ['answers an error', () => new Response('no', { status: 500 }), 502],
    ['is no playlist', () => new Response('<html>'), 502],
    ['is too large', () => new Response(`#EXTM3U\n${'#\n'.repeat(400_000)}`), 502],
    ['redirects without end', () => new Response(null, { status: 302, headers: { location: '/again' } }), 502],
    [
      'leads into another network',
      () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1/' } }),
      503,
    ],
  ])('that %s says so in both languages', async (_what, broken, status) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = broken;
    const failure = await parseFailure(await get('master.m3u8'));
    const code = status === 502 ? 'live_source_failed' : 'live_unavailable';
    expect(failure).toMatchObject({ status, code });
    expect(failure.body.message_fa).toBe(fa[`error_${code}`]);
    expect(log).toHaveBeenCalled();
  });

  test('is there again a moment after its failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = () => new Response('no', { status: 500 });
    expect((await get('master.m3u8')).status).toBe(502);
    answer = () => new Response(dvr());
    await eventually(async () => expect((await get('master.m3u8')).status).toBe(200));
  });

  test('that does not answer is given up after five seconds', { tags: FULL }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = () => new Promise(() => undefined);
    expect((await get('master.m3u8')).status).toBe(502);
  });

  test(
    'that alternates between hanging, HTML and playlists never goes backwards, and is asked rarely',
    { tags: FULL },
    async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      vi.useFakeTimers({ toFake: ['Date'] });
      const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
      const at = (sequence: number) => new Response(dvr().replace(String(FIRST), String(sequence)));
      const read = async () => {
        const response = await get('master.m3u8');
        expect(response.status).toBe(200);
        return Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(await response.text())?.[1]);
      };
      answer = () => at(FIRST);
      const first = await read();
      pass(1100);
      const script = [
        () => new Promise<Response>(() => undefined),
        () => new Response('<html>blocked'),
        () => at(FIRST + 2),
      ];
      let asks = 0;
      answer = () => (script[asks++] ?? (() => at(FIRST + 2)))();
      // The first of them hangs for five seconds; the others look again, get HTML, and then the playlist.
      const hanging = read();
      await eventually(() => expect(asks).toBe(1));
      const others: number[] = [];
      await eventually(async () => {
        others.push(await read());
        if (others.at(-1) === first) pass(1100);
        expect(others.at(-1)).toBe(first + 2);
      });
      expect(others).toEqual(others.toSorted((a, b) => a - b));
      expect(await hanging).toBe(first + 2);
      expect(await read()).toBe(first + 2);
      expect(asks).toBeLessThan(8);
      vi.useRealTimers();
    },
  );

  test('that is not there at all is a failure, too; without leave, nothing is asked without TLS', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await setSource('https://nothing.example.invalid-tld-of-ours/live.m3u8');
    expect((await get('master.m3u8')).status).toBe(502);
    await setSource(`${origin.url}/${name}/plain.m3u8`);
    env = { ...env, STREAM_PLAIN_HOSTS: '' };
    expect((await get('master.m3u8')).status).toBe(503);
    expect(paths).toHaveLength(0);
    env = { ...env, STREAM_PLAIN_HOSTS: new URL(origin.url).host };
  });
});

test.each([
  ['https://tv.example.com/live.m3u8', true],
  ['https://xn--mgba3a4f16a.ir/live', true],
  ['http://tv.example.com/live.m3u8', false],
  ['https://tv.example.com:8443/live', false],
  ['https://user:pass@tv.example.com/', false],
  ['https://localhost/x', false],
  ['https://localhost./x', false],
  ['https://tv.local/x', false],
  ['https://metadata.internal/x', false],
  ['https://intranet/x', false],
  ['https://127.0.0.1/x', false],
  ['https://0x7f.1/x', false],
  ['https://2130706433/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://192.168.1.1/x', false],
  ['file:///etc/passwd', false],
  ['data:text/plain,x', false],
  ['', false],
])('the address %s may be asked: %s', (address, allowed) => {
  expect(isAllowedSource(address)).toBe(allowed);
});

test('a playlist with long addresses is cut further, but never below three parts', () => {
  const parts = Array.from({ length: 20 }, (_, at) => `#EXTINF:4,\n${'x'.repeat(700)}-${at}.ts`).join('\n');
  const text = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:9\n${parts}\n`;
  const resolve = (uri: string) => `https://tv.example.com/${uri}`;
  const source = parseSource(text)!;
  const cut = trimPlaylist(source, { segments: 7, bytes: 4096, resolve });
  expect(countBytes(cut)).toBeLessThanOrEqual(4096);
  expect(parseMediaPlaylist(cut).mediaSequenceBase).toBe(9 + 20 - 5);
  expect(parseMediaPlaylist(trimPlaylist(source, { segments: 7, bytes: 100, resolve })).segments).toHaveLength(3);
});
