import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MediaClock } from '../src/engine/media-clock.ts';
import { chooseAfterSeek, chooseRendition, findCap, isTooSlow } from '../src/engine/choose-rendition.ts';
import { readVector } from '../src/engine/decrypt.ts';
import { getRetryWait, getStatusCause } from '../src/engine/failure.ts';
import { chooseLadder, readLadders } from '../src/engine/ladder.ts';
import { isWhole, readDecodeTime, readTimescale } from '../src/engine/mp4.ts';
import { createThroughput } from '../src/engine/throughput.ts';
import { findByClock, findLivePosition, findSegment, placePlaylist } from '../src/engine/timeline.ts';
import { parseMasterPlaylist, parseMediaPlaylist } from '../src/playlist/playlist.ts';

const BASE = 'https://site.test/media/v/a/master.m3u8';
const LADDER = { bandwidths: [100_000, 300_000, 900_000, 2_000_000], cap: 3 };

describe('the rendition of the next segment', () => {
  it('stays without a measurement, and is the highest that fits with one', () => {
    expect(chooseRendition(LADDER, 1, null, 30)).toBe(1);
    expect(chooseRendition(LADDER, 0, 1_200_000, 20)).toBe(2);
    // A short buffer is risked for less.
    expect(chooseRendition(LADDER, 0, 1_200_000, 4)).toBe(1);
  });

  it('falls at once where the buffer is short, and only later where it is long', () => {
    expect(chooseRendition(LADDER, 3, 400_000, 5)).toBe(0);
    expect(chooseRendition(LADDER, 3, 400_000, 40)).toBe(3);
  });

  it('is one that comes within a second after a jump, and none higher than before', () => {
    expect(chooseAfterSeek(LADDER.bandwidths, 2, 1_638_000)).toBe(1);
    expect(chooseAfterSeek(LADDER.bandwidths, 0, 50_000_000)).toBe(0);
    expect(chooseAfterSeek(LADDER.bandwidths, 3, 50_000_000)).toBe(3);
    expect(chooseAfterSeek(LADDER.bandwidths, 3, 50_000)).toBe(0);
    expect(chooseAfterSeek(LADDER.bandwidths, 3, null)).toBe(0);
  });

  it('is never above the cap of the player’s size', () => {
    expect(findCap([240, 360, 720], 400)).toBe(2);
    expect(findCap([240, 360, 720], 360)).toBe(1);
    expect(findCap([240, 360, 720], 4000)).toBe(2);
    expect(chooseRendition({ ...LADDER, cap: 1 }, 3, 50_000_000, 60)).toBe(1);
  });

  it('gives up a segment that would come after the buffer has run out', () => {
    expect(isTooSlow(2, 100_000, 1_000_000, 5)).toBe(true);
    expect(isTooSlow(2, 900_000, 1_000_000, 5)).toBe(false);
    expect(isTooSlow(0.5, 1000, 1_000_000, 5)).toBe(false);
    expect(isTooSlow(5, 1000, null, 5)).toBe(false);
  });
});

it('the estimate falls at once with the network, and rises slowly', () => {
  const throughput = createThroughput(500_000);
  expect(throughput.estimate()).toBe(500_000);
  for (let at = 0; at < 5; at += 1) throughput.addSample(1_000_000, 2);
  expect(throughput.estimate()).toBeCloseTo(4_000_000, -2);
  throughput.addSample(100_000, 4);
  expect(throughput.estimate()).toBeLessThan(2_000_000);
  throughput.addSample(100, 100);
  expect(throughput.estimate()).toBeLessThan(2_000_000);
});

describe('the time line', () => {
  const live = (first: number, lines: readonly string[]) =>
    parseMediaPlaylist(
      [
        '#EXTM3U',
        '#EXT-X-TARGETDURATION:4',
        `#EXT-X-MEDIA-SEQUENCE:${String(first)}`,
        '#EXT-X-MAP:URI="init.mp4"',
        ...lines,
      ].join('\n'),
    )!;
  const segment = (name: string) => ['#EXTINF:4,', `${name}.m4s`];

  it('keeps its place from one refresh of a channel to the next, and in another rendition by the clock', () => {
    const first = placePlaylist(live(10, ['a', 'b', 'c'].flatMap(segment)), BASE, null, null);
    const second = placePlaylist(live(12, ['c', 'd'].flatMap(segment)), BASE, first, null);
    expect(second.segments.map(({ start }) => start)).toEqual([8, 12]);
    const dated = live(90, ['#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:08.000Z', ...segment('c')]);
    const anchor = { sequence: 10, start: 0, programTime: Date.parse('2026-01-01T00:00:00Z'), restarts: 0 };
    expect(placePlaylist(dated, BASE, null, anchor).segments[0]?.start).toBe(8);
    const gone = placePlaylist(live(20, segment('z')), BASE, first, null);
    expect(gone.segments[0]?.start).toBe(40);
    expect(findLivePosition(first, 2)).toBe(4);
  });

  it('finds the moment that a channel had reached, so that a player that begins again does not repeat it', () => {
    const at = (clock: string) => Date.parse(`2026-01-01T00:00:${clock}Z`);
    const lines = ['#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:08.000Z', ...['a', 'b', 'c', 'd'].flatMap(segment)];
    const channel = placePlaylist(live(50, lines), BASE, null, null);
    expect(findLivePosition(channel, 3)).toBe(4);
    // 5.5 s after the live position, where the old player had stopped at the end of what it had.
    expect(findByClock(channel, at('17.5'))).toBe(9.5);
    expect(findByClock(channel, at('08'))).toBe(0);
    for (const clock of [null, at('07.9'), at('24.1'), Number.NaN]) expect(findByClock(channel, clock)).toBeNull();
    expect(findByClock(placePlaylist(live(50, segment('a')), BASE, null, null), at('08'))).toBeNull();
  });

  it('continues where an encoder counts anew, in each rendition at the same place', () => {
    const picture = placePlaylist(live(5000, ['a', 'b', 'c'].flatMap(segment)), BASE, null, null);
    const nextRun = placePlaylist(live(0, ['d', 'e'].flatMap(segment)), BASE, picture, null);
    expect(nextRun.segments.map(({ start }) => start)).toEqual([12, 16]);
    expect(nextRun.segments[0]!.discontinuity).not.toBe(picture.segments[0]!.discontinuity);
    const later = placePlaylist(live(1, ['e', 'f'].flatMap(segment)), BASE, nextRun, null);
    expect(later.segments.map(({ start, discontinuity }) => [start, discontinuity])).toEqual([
      [16, nextRun.segments[0]!.discontinuity],
      [20, nextRun.segments[0]!.discontinuity],
    ]);
    const anchor = { sequence: 0, start: 12, programTime: null, restarts: nextRun.restarts };
    for (const before of [picture, null]) {
      const sound = placePlaylist(live(1, ['e', 'f'].flatMap(segment)), BASE, before, anchor);
      expect(sound.segments).toEqual(later.segments);
    }
    const far = placePlaylist(live(20_261_127_194_913, ['d'].flatMap(segment)), BASE, picture, null);
    expect(far.segments[0]!.start).toBe(12);
  });

  it('keeps its place while an encoder that begins again lists nothing, and where the numbers of both overlap', () => {
    const before = placePlaylist(live(3, ['a', 'b', 'c'].flatMap(segment)), BASE, null, null);
    const empty = placePlaylist(live(0, []), BASE, before, null);
    expect(empty.segments).toEqual(before.segments);
    const nextRun = placePlaylist(live(0, ['d', 'e', 'f', 'g'].flatMap(segment)), BASE, empty, null);
    expect([nextRun.restarts, nextRun.segments[0]?.start]).toEqual([1, 12]);
    expect(placePlaylist(live(2, ['z', 'a', 'b'].flatMap(segment)), BASE, before, null).restarts).toBe(0);
  });

  it('takes an older copy of a playlist for no new count', () => {
    const dated = (first: number, time: string) =>
      live(first, [`#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:${time}.000Z`, ...segment('a')]);
    const now = placePlaylist(dated(100, '10:00'), BASE, null, null);
    const anchor = { sequence: 100, start: 0, programTime: Date.parse('2026-01-01T00:10:00Z'), restarts: 0 };
    expect(placePlaylist(dated(90, '09:20'), BASE, now, anchor).restarts).toBe(0);
    expect(placePlaylist(dated(0, '10:20'), BASE, now, anchor).restarts).toBe(1);
  });

  it('counts discontinuities, takes byte ranges, and finds the segment of a moment', () => {
    const text = [
      ...['#EXTM3U', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-MAP:URI="all.mp4",BYTERANGE="100@0"'],
      ...['#EXTINF:4,', '#EXT-X-BYTERANGE:50@100', 'all.mp4', '#EXT-X-DISCONTINUITY'],
      ...['#EXTINF:4,', '#EXT-X-BYTERANGE:60', 'all.mp4', '#EXT-X-ENDLIST'],
    ].join('\n');
    const playlist = placePlaylist(parseMediaPlaylist(text)!, BASE, null, null);
    const { segments, isEnded, keepsBeginning } = playlist;
    expect([isEnded, keepsBeginning]).toEqual([true, true]);
    expect(segments.map(({ range, discontinuity }) => [range, discontinuity])).toEqual([
      ['bytes=100-149', 0],
      ['bytes=150-209', 1],
    ]);
    expect(segments[0]?.map).toEqual({ url: new URL('all.mp4', BASE).href, range: 'bytes=0-99', keys: [] });
    expect(findSegment(playlist, 3.99)).toBe(segments[1]);
    expect(findSegment(playlist, 9)).toBeUndefined();
  });
});

it('sound that changes between frames of 21 and 43 ms is continued at the next segment, and a short last one is not left out', () => {
  const place = (...lengths: number[]) =>
    placePlaylist(
      parseMediaPlaylist(
        ['#EXTM3U', ...lengths.flatMap((seconds, at) => [`#EXTINF:${String(seconds)},`, `${String(at)}.m4s`])].join(
          '\n',
        ),
      )!,
      ...([BASE, null, null] as const),
    );
  const short = [48_128, 96_256, 192_512, 48_128].map((samples) => samples / 48_000);
  const long = [49_152, 96_256, 192_512, 47_104].map((samples) => samples / 48_000);
  const [lc, he] = [place(...short), place(...long)];
  for (const [from, to] of [
    [lc, he],
    [he, lc],
    [lc, lc],
    [he, he],
  ] as const) {
    const next = from.segments.slice(0, -1).map(({ end }) => findSegment(to, end)?.sequence);
    expect(next).toEqual([1, 2, 3]);
  }
  const ending = place(4, 1024 / 48_000);
  expect(findSegment(ending, 4)?.sequence).toBe(1);
});

describe('the clock of the media', () => {
  const at = (start: number) => ({ discontinuity: 0, start, end: start + 4 });

  it('follows a slow drift, and places a clock that begins again without a discontinuity where it belongs', () => {
    const clock = new MediaClock();
    expect(clock.placeSound(at(0), 1000, false)).toBeNull();
    expect(clock.placePicture(at(0), 1000)).toBe(-1000);
    for (let count = 1; count < 2000; count += 1)
      expect(clock.placePicture(at(4 * count), 1000 + 4.004 * count)).toBe(-1000);
    expect(clock.placeSound(at(7996), 1000 + 4.004 * 1999, false)).toBe(-1000);
    // The encoder begins again at zero: its sound waits for the picture, and both continue.
    expect(clock.placeSound(at(8000), 0, false)).toBeNull();
    const offset = clock.placePicture(at(8000), 0);
    expect(offset).toBeCloseTo(8000 + 0.004 * 1999, 3);
    expect(clock.placeSound(at(8000), 0.02, false)).toBe(offset);
    expect(clock.placePicture(at(8004), 4)).toBe(offset);
    expect(clock.placePicture(at(400), 1000 + 4.004 * 100)).not.toBe(offset);
    expect(clock.findOffset(0)).toBe(offset);
  });

  it('places sound whose clock alone has changed', () => {
    const clock = new MediaClock();
    clock.placePicture(at(0), 0);
    clock.placePicture(at(4), 4);
    expect(clock.placeSound(at(4), 900, true)).toBe(-896);
  });
});

describe('what a master playlist offers', () => {
  const master = parseMasterPlaylist(
    [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="main",DEFAULT=YES,URI="audio/index.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a"',
      'h720.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.4D4015,mp4a.40.2",RESOLUTION=426x240,AUDIO="a"',
      'h240.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="av01.0.05M.08,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a"',
      'a720.m3u8',
    ].join('\n'),
  )!;
  const ladders = readLadders(master, BASE);
  const smooth = () => Promise.resolve(true);

  it('is a ladder for each family of codecs, its sound apart', () => {
    expect(ladders.map(({ renditions }) => renditions.map(({ height }) => height))).toEqual([[240, 720], [720]]);
    expect(ladders[0]?.renditions[0]).toMatchObject({
      mime: 'video/mp4; codecs="avc1.4D4015"',
      audioMime: 'audio/mp4; codecs="mp4a.40.2"',
      audioGroup: 'a',
    });
  });

  it('is chosen by fewer bits where the device decodes them smoothly, else in order, else not at all', async () => {
    const names = async (isTypeSupported: (mime: string) => boolean, isSmooth: () => Promise<boolean>) =>
      (await chooseLadder(ladders, { isTypeSupported, isSmooth }))?.renditions.map(({ mime }) => mime.slice(19, 23));
    expect(await names(() => true, smooth)).toEqual(['av01']);
    expect(
      await names(
        () => true,
        () => Promise.resolve(false),
      ),
    ).toEqual(['avc1', 'avc1']);
    expect(await names((mime) => !mime.includes('av01'), smooth)).toEqual(['avc1', 'avc1']);
    expect(await names(() => false, smooth)).toBeUndefined();
  });

  it('has HE-AAC for the lowest picture where it plays, AAC-LC where not, and each picture once', async () => {
    const sounds = ['audio', 'audio-low', 'audio-he'].map(
      (group) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="main",DEFAULT=YES,URI="${group}/index.m3u8"`,
    );
    const toVariant = (height: number, bandwidth: number, sound: string, group: string) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${String(bandwidth)},CODECS="avc1.4D4015,${sound}",RESOLUTION=426x${String(height)},AUDIO="${group}"`,
      `${String(height)}p.m3u8`,
    ];
    const text = [
      ...['#EXTM3U', ...sounds, ...toVariant(240, 104_000, 'mp4a.40.2', 'audio-low')],
      ...[...toVariant(360, 314_000, 'mp4a.40.2', 'audio'), ...toVariant(240, 108_000, 'mp4a.40.5', 'audio-he')],
    ].join('\n');
    const choose = async (isTypeSupported: (mime: string) => boolean) => {
      const ladder = await chooseLadder(readLadders(parseMasterPlaylist(text)!, BASE), {
        ...{ isTypeSupported, isSmooth: smooth },
      });
      return ladder?.renditions.map(({ height, audioGroup, audioMime }) => [height, audioGroup, audioMime]);
    };
    const [lc, he] = ['audio/mp4; codecs="mp4a.40.2"', 'audio/mp4; codecs="mp4a.40.5"'];
    const high = [360, 'audio', lc];
    expect(await choose(() => true)).toEqual([[240, 'audio-he', he], high]);
    expect(await choose((mime) => mime !== he)).toEqual([[240, 'audio-low', lc], high]);
    expect(await choose((mime) => mime !== lc)).toEqual([[240, 'audio-he', he]]);
  });
});

describe('fragmented MP4', () => {
  const read = (name: string) => new Uint8Array(readFileSync(new URL(`media/clip-1/${name}`, import.meta.url)));

  it('tells its times', () => {
    const timescale = readTimescale(read('240p/init.mp4'))!;
    expect(timescale).toBeGreaterThan(0);
    expect(readDecodeTime(read('240p/seg-2.m4s'))! / timescale).toBeCloseTo(8, 1);
    expect(readTimescale(new Uint8Array([1, 2, 3]))).toBeNull();
    expect(readDecodeTime(new Uint8Array(40))).toBeNull();
  });

  it('is refused where it is cut, anywhere', () => {
    const bytes = read('240p/seg-1.m4s');
    expect(isWhole(bytes)).toBe(true);
    for (const length of [0, 1, 7, 8, 100, Math.floor(bytes.length / 2), bytes.length - 1])
      expect(isWhole(bytes.subarray(0, length)), String(length)).toBe(false);
  });
});

it('each refusal has its cause, and only a network is tried for ever', () => {
  expect([401, 403, 410, 404, 500, 503, 302].map(getStatusCause)).toEqual([
    ...['expired', 'expired', 'expired', 'missing', 'server', 'server', 'server'],
  ]);
  expect(getRetryWait('network', 500)).toBe(2000);
  expect(getRetryWait('server', 8)).toBeNull();
  expect(getRetryWait('expired', 3)).toBeNull();
  expect(getRetryWait('decode', 1)).toBeNull();
});

it('a key without a vector uses the number of its segment', () => {
  expect([...readVector(undefined, 258)].slice(-3)).toEqual([0, 1, 2]);
  expect([...readVector('0x000102030405060708090A0B0C0D0E0F', 7)]).toEqual([...Array(16).keys()]);
});
