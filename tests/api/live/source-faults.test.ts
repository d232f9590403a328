import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { getLivePlay } from '../../../src/features/live/contract.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { listen } from '../../support/site/api.ts';
import { callApi } from '../../support/site/call-api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { parseMediaPlaylist, requestMedia } from '../../support/media/live.ts';

const NOW = Math.floor(Date.now() / 1000);
const CHANNEL = 406;
const SEGMENTS = 10;

let site: CatalogueFixture;
let source: Awaited<ReturnType<typeof listen>>;
let env: Env;
let manifest: string;
let answer: (path: string) => Response;
let first = 0;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  source = await listen((request) => Promise.resolve(answer(new URL(request.url).pathname)));
  env = { ...site.env, STREAM_PLAIN_HOSTS: new URL(source.url).host };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await source.close();
  await site.dispose();
});

const at = (seconds: number) => vi.useFakeTimers({ now: (NOW + seconds) * 1000, toFake: ['Date'] });
const use = async (path: string) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const address = `${source.url}/${path}/live.m3u8`;
  await site.env.DB.prepare('UPDATE channels SET stream_url = ? WHERE id = ?').bind(address, CHANNEL).run();
  forgetPlayouts();
  manifest = (await callApi(site, getLivePlay, { id: CHANNEL })).data.manifest_url;
};
const playlist = () => {
  const parts = Array.from({ length: SEGMENTS }, (_, index) => `#EXTINF:4,\n${String(first + index)}.ts\n`);
  return new Response(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${String(first)}\n${parts.join('')}`);
};
const get = () => requestMedia(env, site.ctx, manifest);

test('no viewer of a source that fails at two of five requests sees an error, and the channel continues', async () => {
  let requestCount = 0;
  answer = () => {
    requestCount += 1;
    first = Math.floor(requestCount / 3);
    return [1, 4].includes(requestCount % 5) ? new Response('no', { status: 503 }) : playlist();
  };
  await use('failing');
  const sequence: number[] = [];
  for (let second = 0; second < 60; second += 2) {
    at(second);
    const answers = await Promise.all(Array.from({ length: 5 }, get));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    sequence.push(parseMediaPlaylist(await answers[0]!.text()).mediaSequenceBase ?? 0);
  }
  expect(sequence).toEqual(sequence.toSorted((a, b) => a - b));
  expect(new Set(sequence).size).toBeGreaterThan(8);
});

test('a playlist is shown for thirty seconds after its source went away, and no longer', async () => {
  answer = playlist;
  await use('away');
  at(100);
  expect((await get()).status).toBe(200);
  answer = () => new Response('no', { status: 500 });
  for (const [second, status] of [
    [110, 200],
    [128, 200],
    [131, 502],
    [140, 502],
  ] as const) {
    at(second);
    expect((await get()).status, String(second)).toBe(status);
  }
  answer = playlist;
  at(150);
  expect((await get()).status).toBe(200);
});

test('variables of the master playlist reach its media playlists', async () => {
  const head = '#EXTM3U\n#EXT-X-VERSION:8\n';
  const define = '#EXT-X-DEFINE:NAME="cdn",VALUE="https://cdn.example/x"\n';
  answer = (path) =>
    path.endsWith('live.m3u8')
      ? new Response(`${head}${define}#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n`)
      : new Response(`${head}#EXT-X-DEFINE:IMPORT="cdn"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n{$cdn}/1.ts\n`);
  await use('variables');
  expect((await get()).status).toBe(200);
  manifest = manifest.replace('master.m3u8', 'x0.m3u8');
  expect(parseMediaPlaylist(await (await get()).text()).segments[0]!.uri).toBe('https://cdn.example/x/1.ts');
});
