import { tehranDayEnd } from '../../../src/platform/text/tehran-week.ts';
import { describe, expect, test } from 'vitest';
import { offlineUntil } from '../../../src/features/offline/offline-licence.ts';
import { classifyRequest } from '../../../src/features/offline/offline.ts';
import {
  filesOfStoryboard,
  isSavedAddress,
  savedCache,
  savedPath,
  titleOfCache,
  titleOfSavedPath,
} from '../../../src/features/offline/saved-title.ts';
import { advanceClock, decideLicence, setClock } from '../../../src/features/offline/licence-clock.ts';
import { listKeyedFiles, toPlainPlaylist } from '@pardeh/hls/plain-playlist';
import { listMediaFiles } from '@pardeh/hls/playlist';

const FILM = { kind: 'movie', id: 52 } as const;
const DAY = 24 * 60 * 60;

describe('a title that is kept in the browser', () => {
  test('has a cache and addresses of its own', () => {
    expect(titleOfCache(savedCache(FILM))).toEqual(FILM);
    expect(titleOfSavedPath(savedPath(FILM, '240p/seg-0.m4s'))).toEqual(FILM);
    expect(isSavedAddress(`https://pardeh.test${savedPath(FILM, 'master.m3u8')}`)).toBe(true);
    expect(
      classifyRequest({ method: 'GET', mode: 'cors', url: `https://a.test${savedPath(FILM)}` }, 'https://a.test'),
    ).toBe('saved');
    for (const name of ['pages', 'assets', 'saved-', 'saved-series-5', 'saved-movie-x']) {
      expect(titleOfCache(name), name).toBeNull();
    }
    for (const path of [
      '/movie/52',
      '/saved/series/5/master.m3u8',
      '/saved/movie/52/',
      '/media/v/a.b/1/clip-1/master.m3u8',
    ]) {
      expect(titleOfSavedPath(path), path).toBeNull();
    }
  });

  test('is good until its licence ends; a clock that was set back opens nothing and prolongs nothing', () => {
    const until = 30 * DAY;
    // The device is an hour behind the server.
    const clock = setClock(DAY, DAY - 3600);
    const decide = (serverTime: number, at = clock) => decideLicence({ until }, at, serverTime - 3600);
    expect([DAY, until - 1, until, until + DAY].map((time) => decide(time))).toEqual([
      'valid',
      'valid',
      'ended',
      'ended',
    ]);
    expect([DAY - 60, DAY - 600, 0].map((time) => decide(time))).toEqual(['valid', 'clock', 'clock']);
    // Watched until a minute before the end, and set back each time: the time that is left does not grow.
    let last = clock;
    for (let day = 2; day < 30; day += 1) last = advanceClock(last, day * DAY - 3600) ?? last;
    last = advanceClock(last, until - 60 - 3600) ?? last;
    expect([decide(2 * DAY, last), decide(until - 61, last), decide(until, last)]).toEqual(['clock', 'valid', 'ended']);
    expect(advanceClock(last, DAY)).toBeNull();
    // Only the server sets it back.
    expect(decide(5 * DAY, setClock(5 * DAY, 5 * DAY - 3600))).toBe('valid');
  });

  test('is stored from a playlist in AES-128 as one in the clear, the same in each hour', () => {
    const build = (hour: string, iv: string) =>
      `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${hour}/media.key",IV=0x${iv}\n#EXT-X-MAP:URI="${hour}/init.mp4"\n#EXT-X-KEY:METHOD=AES-128,URI="${hour}/media.key",IV=0x${iv.replace('0', '1')}\n#EXTINF:4,\n${hour}/seg-0.m4s\n#EXT-X-ENDLIST\n`;
    const text = build('h498769', '0'.repeat(32));
    const plain = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\nseg-0.m4s\n#EXT-X-ENDLIST\n';
    expect([toPlainPlaylist(text), toPlainPlaylist(build('h498770', 'f'.repeat(32))), toPlainPlaylist(plain)]).toEqual([
      plain,
      plain,
      plain,
    ]);
    const files = listKeyedFiles(text, 'https://a.test/360p/index.m3u8') ?? [];
    expect(files.map(({ uri, keyUrl, iv }) => [uri, keyUrl, iv?.[0]])).toEqual([
      ['h498769/init.mp4', 'https://a.test/360p/h498769/media.key', 0],
      ['h498769/seg-0.m4s', 'https://a.test/360p/h498769/media.key', 16],
    ]);
    expect(listKeyedFiles(plain, 'https://a.test/')?.map(({ keyUrl }) => keyUrl)).toEqual([null, null]);
    expect(listKeyedFiles(text.replaceAll('AES-128', 'SAMPLE-AES'), 'https://a.test/')).toBeNull();
  });

  test('is all that its playlists name', () => {
    const text = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\nseg-0.m4s\r\n#EXTINF:4,\nseg-1.m4s\n#EXT-X-ENDLIST\n';
    expect(listMediaFiles(text)).toEqual(['init.mp4', 'seg-0.m4s', 'seg-1.m4s']);
    expect(listMediaFiles('#EXTM3U\n#EXTINF:90,\nfa.vtt\n')).toEqual(['fa.vtt']);
  });

  test('the pictures of a storyboard, each once', () => {
    const cue = (second: number, place: string) =>
      `00:00:0${String(second)}.000 --> 00:00:0${String(second + 1)}.000\n${place}\n`;
    const text = [
      'WEBVTT\n',
      cue(0, 'a.jpg#xywh=0,0,160,90'),
      cue(1, 'a.jpg#xywh=160,0,160,90'),
      cue(2, 'b.jpg#xywh=0,0,160,90'),
    ];
    expect(filesOfStoryboard(text.join('\n'))).toEqual(['a.jpg', 'b.jpg']);
    expect(filesOfStoryboard('WEBVTT\n')).toEqual([]);
  });
});

describe('its licence', () => {
  const facts = { state: 'subscribed', now: 0, subscribedUntil: 90 * DAY, ownedUntil: null, lastDay: null } as const;
  test('lasts thirty days, or as long as what it is watched by', () => {
    expect(offlineUntil(facts)).toBe(30 * DAY);
    expect(offlineUntil({ ...facts, subscribedUntil: 3 * DAY })).toBe(3 * DAY);
    expect(offlineUntil({ ...facts, state: 'free', subscribedUntil: 3 * DAY })).toBe(30 * DAY);
    expect(offlineUntil({ ...facts, state: 'owned', subscribedUntil: 0 })).toBe(30 * DAY);
    expect(offlineUntil({ ...facts, state: 'owned', ownedUntil: DAY })).toBe(DAY);
    const lastDay = '1970-01-05';
    expect(offlineUntil({ ...facts, lastDay })).toBe(tehranDayEnd(lastDay));
    expect(offlineUntil({ ...facts, state: 'free', lastDay })).toBe(tehranDayEnd(lastDay));
    expect(offlineUntil({ ...facts, state: 'owned', lastDay })).toBe(30 * DAY);
    // Who watches by their network may leave it at any time (spec 1.07).
    expect(offlineUntil({ ...facts, state: 'operator_fullrate', subscribedUntil: 0 })).toBeNull();
    // Everybody is subscribed in some variants (spec 4.26), without an end of their own.
    expect(offlineUntil({ ...facts, subscribedUntil: 0 })).toBe(30 * DAY);
  });
});
