import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Seconds of a segment; and segments of the window, in which hls.js stays where it is, of what has aired at first, and in
 * all: the source airs for longer than a test may last. */
const SEGMENT = 2;
const WINDOW = 45;
const BEGUN = 50;
const SEGMENTS = 160;

/** `hang`: half of a segment comes, and then nothing. `html`: a page with status 200. */
type SegmentFault = 'none' | 'hang' | 'html' | 403 | 404;

/** A channel's transport stream, as segments in `folder`. */
export function makeTransportStream(folder: string): void {
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(SEGMENT * SEGMENTS)],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-bf', '0', '-c:a', 'aac', '-f', 'hls'],
    ...['-hls_time', String(SEGMENT), '-hls_list_size', '0', '-hls_segment_filename', join(folder, '%d.ts')],
    join(folder, 'all.m3u8'),
  ]);
}

/** A television source on loopback: a live playlist of the segments in `folder`, of which `most` fail as a test wishes. */
export async function listenAsSource(folder: string) {
  const last = readdirSync(folder).filter((name) => name.endsWith('.ts')).length;
  const source = {
    ...{ fault: 'none' as SegmentFault, url: '', failed: 0, most: Infinity, begun: Date.now() },
    close: (): void => undefined,
  };
  const getPlaylist = () => {
    const end = Math.min(last, BEGUN + Math.floor((Date.now() - source.begun) / 1000 / SEGMENT));
    const first = Math.max(0, end - WINDOW);
    const names = Array.from(
      { length: end - first },
      (_, at) => `#EXTINF:${String(SEGMENT)}.0,\n${String(first + at)}.ts`,
    );
    const head = ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${String(SEGMENT)}`];
    return [...head, `#EXT-X-MEDIA-SEQUENCE:${String(first)}`, ...names, ''].join('\n');
  };
  const sendSegment = (name: string, response: ServerResponse) => {
    const { fault } = source;
    if (fault !== 'none') source.failed += 1;
    if (source.failed >= source.most) source.fault = 'none';
    const type = { 'content-type': 'video/mp2t', 'access-control-allow-origin': '*' };
    if (typeof fault === 'number') return response.writeHead(fault, type).end();
    if (fault === 'html') return response.writeHead(200, type).end(`<!doctype html><p>${'Not here. '.repeat(200)}`);
    const body = readFileSync(join(folder, name));
    response.writeHead(200, { ...type, 'content-length': String(body.length) });
    if (fault === 'hang') return response.write(body.subarray(0, body.length / 2));
    return response.end(body);
  };
  const server = createServer(({ method, url = '' }, response) => {
    // The tests' browsers send a header of their own, so that each segment is asked for first.
    if (method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end();
      return;
    }
    const name = /\/(\d+\.ts)$/.exec(url)?.[1];
    if (name === undefined) response.end(getPlaylist());
    else sendSegment(name, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  source.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  source.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return source;
}
