import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Seconds of a segment; segments of the window, of what has aired at first, and of what an encoder makes. */
const SEGMENT = 2;
const WINDOW = 6;
const BEGUN = 8;
const SEGMENTS = 40;
/** Seconds that the first encoder's clock has counted before the test. */
const COUNTED = 5000;

export type Container = 'ts' | 'fmp4';
/** The encoder restarts with its clock at 0, without a discontinuity; its numbers continue, or restart at 0. */
export type Restart = 'clock' | 'count';

/** Two encoders' segments, the second one's from its start: a transport stream, or picture and sound in files of their own. */
export function encodeTwice(folder: string, container: Container): void {
  encode(join(folder, 'before'), container, COUNTED);
  encode(join(folder, 'after'), container, 0);
}

function encode(folder: string, container: Container, clock: number): void {
  mkdirSync(folder, { recursive: true });
  const fragmented = [
    '-var_stream_map',
    'v:0,agroup:sound a:0,agroup:sound,default:yes',
    '-master_pl_name',
    'live.m3u8',
  ];
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(SEGMENT * SEGMENTS)],
    ...[
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-profile:v',
      'main',
      '-pix_fmt',
      'yuv420p',
    ],
    ...['-b:v', '300k', '-g', '50', '-bf', '0', '-c:a', 'aac', '-f', 'hls', '-hls_time', String(SEGMENT)],
    ...[
      '-output_ts_offset',
      String(clock),
      '-hls_list_size',
      '0',
      '-hls_segment_type',
      container === 'ts' ? 'mpegts' : 'fmp4',
    ],
    ...(container === 'ts' ? [] : [...fragmented, '-hls_fmp4_init_filename', 'init_%v.mp4']),
    ...['-hls_segment_filename', join(folder, container === 'ts' ? '%d.ts' : '%v-%d.m4s')],
    join(folder, container === 'ts' ? 'all.m3u8' : 'all-%v.m3u8'),
  ]);
}

/** A channel's source on loopback, whose encoder makes nothing from `stop` on, and begins again at `restart`. */
export async function listenAsEncoder(folder: string, container: Container) {
  let begun = Date.now();
  let runs: { from: number; counted: number }[] = [];
  let stoppedAt: number | null = null;
  const countAired = () => stoppedAt ?? BEGUN + Math.floor((Date.now() - begun) / 1000 / SEGMENT);
  const writePlaylist = (track: string) => {
    const end = countAired();
    const counted = runs.at(-1)?.counted ?? 0;
    const first = Math.max(counted, end - WINDOW);
    const getName = (at: number) => {
      const run = runs.findLastIndex(({ from }) => from <= at);
      const number = String(at - (runs[run]?.from ?? 0));
      return `${String(run + 1)}/${container === 'ts' ? `${number}.ts` : `${track}-${number}.m4s`}`;
    };
    return [
      ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${String(SEGMENT)}`],
      `#EXT-X-MEDIA-SEQUENCE:${String(first - counted)}`,
      ...(container === 'ts' ? [] : [`#EXT-X-MAP:URI="init_${track}.mp4"`]),
      ...Array.from({ length: end - first }, (_, at) => `#EXTINF:${String(SEGMENT)}.0,\n${getName(first + at)}`),
      '',
    ].join('\n');
  };
  const server = createServer(({ method, url = '' }, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const { pathname } = new URL(url, 'http://source');
    const track = /^\/all-(\d)\.m3u8$/.exec(pathname)?.[1];
    const [, run = '0', file] = /^\/(?:(\d+)\/)?([\w-]+\.(?:ts|m4s|mp4))$/.exec(pathname) ?? [];
    const read = (name: string) => readFileSync(join(folder, run === '0' ? 'before' : 'after', name));
    response.writeHead(method === 'OPTIONS' ? 204 : 200, headers);
    if (method === 'OPTIONS') response.end();
    else if (file !== undefined) response.end(read(file));
    else if (track === undefined && container === 'fmp4') response.end(read('live.m3u8'));
    else response.end(writePlaylist(track ?? ''));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    begin: () => {
      begun = Date.now();
      runs = [];
      stoppedAt = null;
    },
    stop: () => {
      stoppedAt = countAired();
    },
    restart: (kind: Restart) => {
      const now = countAired();
      begun = Date.now() - (now - BEGUN) * SEGMENT * 1000;
      stoppedAt = null;
      // Its first playlist lists nothing.
      const from = kind === 'count' ? now + 1 : now;
      runs.push({ from, counted: kind === 'count' ? from : (runs.at(-1)?.counted ?? 0) });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
