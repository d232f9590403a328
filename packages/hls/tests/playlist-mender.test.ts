import { expect, it } from 'vitest';
import { PlaylistMender } from '../src/player/playlist-mender.ts';
import { readTransportClock } from '../src/player/transport-clock.ts';

const URL = 'https://site.test/media/live/1/x0.m3u8';
const write = (first: number, names: readonly string[], more: readonly string[] = []) =>
  [
    ...['#EXTM3U', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${String(first)}`, ...more],
    ...names.flatMap((name) => ['#EXTINF:2,', `${name}.ts`]),
    '',
  ].join('\n');
/** The number of each segment and of its discontinuity, as RFC 8216 counts them. */
function read(text: string) {
  const [, sequence, discontinuity] = /SEQUENCE:(\d+)\n#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)/.exec(text) ?? [];
  let at = Number(discontinuity);
  return [...text.matchAll(/(#EXT-X-DISCONTINUITY\n)?#EXTINF:2,\n(\w+)\.ts/g)].map(([, isBroken, name], index) => {
    if (isBroken !== undefined) at += 1;
    return `${String(Number(sequence) + index)} ${name ?? ''} ${String(at)}`;
  });
}

it('a playlist whose numbers start over continues its count behind a discontinuity, in each rendition', () => {
  const mender = new PlaylistMender();
  const mend = (text: string, url = URL) => read(mender.mend(url, text));
  expect(mend(write(500, ['a', 'b'], ['#EXT-X-DISCONTINUITY-SEQUENCE:7']))).toEqual(['500 a 7', '501 b 7']);
  expect(mend(write(0, []))).toEqual(['500 a 7', '501 b 7']);
  expect(mend(write(0, ['c']))).toEqual(['502 c 8']);
  expect(mend(write(1, ['d', 'e']))).toEqual(['503 d 8', '504 e 8']);
  expect(mend(write(1, ['d', 'e']), `${URL}?sound`)).toEqual(['503 d 8', '504 e 8']);
  // Some of its numbers were there before, of other segments.
  expect(mend(write(0, ['f', 'g']))).toEqual(['505 f 9', '506 g 9']);
  // A cache's late copy.
  expect(mend(write(0, ['f']))).toEqual(['505 f 9']);
});

it('a break of the clock is a discontinuity, in the count too once its segment has gone', () => {
  const mender = new PlaylistMender();
  const mend = (text: string, url = URL) => read(mender.mend(url, text));
  mend(write(5, ['a', 'b', 'c']));
  mender.addBreak(7);
  expect(mend(write(5, ['a', 'b', 'c']))).toEqual(['5 a 0', '6 b 0', '7 c 1']);
  expect(mend(write(7, ['c', 'd']))).toEqual(['7 c 1', '8 d 1']);
  expect(mend(write(8, ['d', 'e']))).toEqual(['8 d 1', '9 e 1']);
  const delta = write(6, ['c', 'd'], ['#EXT-X-SKIP:SKIPPED-SEGMENTS=1']);
  const text = mender.mend(`${URL}?_HLS_skip=YES`, delta);
  expect(text).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nc.ts\n#EXTINF:2,\nd.ts');
  const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx0.m3u8\n';
  expect(mender.mend(URL, master)).toBe(master);
});

it('reads the first time stamp of a transport stream, and nothing else', () => {
  const packets = new Uint8Array(3 * 188);
  for (const at of [0, 188, 376]) packets.set([0x47, 0x40, 0, 0x10], at);
  expect(readTransportClock(packets.buffer)).toBeNull();
  // An adaptation field of one byte, then a picture at 2^32 + 90,000 ticks.
  packets.set([0x47, 0x41, 0, 0x30, 1, 0, 0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x29, 0, 5, 0xbf, 0x21], 188);
  expect(readTransportClock(packets.buffer)).toBeCloseTo(2 ** 32 / 90_000 + 1, 3);
  expect(readTransportClock(new TextEncoder().encode('<!doctype html>'.repeat(40)).buffer)).toBeNull();
  expect(readTransportClock(new ArrayBuffer(0))).toBeNull();
});
