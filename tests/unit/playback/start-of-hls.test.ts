import { describe, expect, it } from 'vitest';
import { startFiles, startPlaylists } from '../../../src/features/playback/client/first-frame/start-of-hls.ts';
import { findStartIndex } from '../../../src/features/data-cost/start-quality.ts';

const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="fa",DEFAULT=YES,URI="audio/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="fa",URI="subs/fa.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=420000,AVERAGE-BANDWIDTH=219080,RESOLUTION=640x360,AUDIO="aac"
360p/index.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=137183,BANDWIDTH=240000,RESOLUTION=426x240,AUDIO="aac"
240p/index.m3u8
`;
const PLAYLIST = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.000000,
seg-0.m4s
#EXTINF:4.000000,
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
seg-1.m4s
#EXTINF:2.500000,
seg-2.m4s
#EXT-X-ENDLIST
`;

describe('what playing begins with', () => {
  const unknown = { estimate: null, held: null };

  it('is the rendition that the engine begins with, and its sound', () => {
    const lowest = ['240p/index.m3u8', 'audio/index.m3u8'];
    const second = ['360p/index.m3u8', 'audio/index.m3u8'];
    expect(startPlaylists(MASTER, () => true, unknown)).toEqual(lowest);
    expect(startPlaylists(MASTER, () => true, { ...unknown, estimate: 2_700_000 })).toEqual(lowest);
    expect(startPlaylists(MASTER, () => true, { ...unknown, estimate: 2_900_000 })).toEqual(second);
    expect(startPlaylists(MASTER, () => true, { ...unknown, held: 720 })).toEqual(second);
  });

  it('is of one codec, the one that plays', () => {
    const avc = '#EXT-X-STREAM-INF:BANDWIDTH=300,RESOLUTION=426x240,CODECS="avc1.4D401E,mp4a.40.2"\navc.m3u8\n';
    const av1 = '#EXT-X-STREAM-INF:BANDWIDTH=200,RESOLUTION=426x240,CODECS="av01.0.00M.08,mp4a.40.2"\nav1.m3u8\n';
    const large = '#EXT-X-STREAM-INF:BANDWIDTH=400,RESOLUTION=640x360,CODECS="av01.0.01M.08,mp4a.40.2"\nlarge.m3u8\n';
    const master = `#EXTM3U\n${avc}${large}${av1}`;
    const fast = { estimate: 10_000_000, held: null };
    expect(startPlaylists(master, () => true, unknown)).toEqual(['av1.m3u8']);
    expect(startPlaylists(master, () => true, fast)).toEqual(['large.m3u8']);
    expect(startPlaylists(master, (codecs) => codecs.startsWith('avc1'), fast)).toEqual(['avc.m3u8']);
  });

  it('is the rendition alone where the sound is in it, and nothing where there is no film', () => {
    const alone = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nall.m3u8\n';
    expect(startPlaylists(alone, () => true, unknown)).toEqual(['all.m3u8']);
    expect(startPlaylists('{"status":"error"}', () => true, unknown)).toEqual([]);
  });

  it('is the initialization and the segment in which the viewer goes on', () => {
    expect(startFiles(PLAYLIST, 0)).toEqual(['init.mp4', 'seg-0.m4s']);
    expect(startFiles(PLAYLIST, 3.9)).toEqual(['init.mp4', 'seg-0.m4s']);
    expect(startFiles(PLAYLIST, 4)).toEqual(['init.mp4', 'seg-1.m4s']);
    expect(startFiles(PLAYLIST, 10)).toEqual(['init.mp4', 'seg-2.m4s']);
  });

  it('is nothing past the end', () => {
    expect(startFiles(PLAYLIST, 11)).toEqual([]);
    expect(startFiles('', 0)).toEqual([]);
  });
});

describe('the rendition to begin with', () => {
  const ladder = [
    { height: 240, bandwidth: 150_000 },
    { height: 720, bandwidth: 1_200_000 },
    { height: 1080, bandwidth: 3_000_000 },
  ];

  it('is one whose first segment is there in a moment', () => {
    expect(findStartIndex(ladder, null)).toBe(0);
    expect(findStartIndex(ladder, 500_000)).toBe(0);
    expect(findStartIndex(ladder, 1_600_000)).toBe(0);
    expect(findStartIndex(ladder, 8_000_000)).toBe(1);
    expect(findStartIndex(ladder, 20_000_000)).toBe(2);
  });

  it('is the one that the viewer holds, or the next below it', () => {
    expect(findStartIndex(ladder, 20_000_000, 240)).toBe(0);
    expect(findStartIndex(ladder, 500_000, 1080)).toBe(2);
    expect(findStartIndex(ladder, null, 900)).toBe(1);
    expect(findStartIndex(ladder, null, 144)).toBe(0);
  });
});
