import { describe, expect, test } from 'vitest';
import { offlineUntil } from '../../../src/features/offline/offline-licence.ts';
import { classifyRequest } from '../../../src/features/offline/offline.ts';
import {
  filesOfStoryboard,
  isValid,
  isSavedAddress,
  savedCache,
  savedPath,
  titleOfCache,
  titleOfSavedPath,
} from '../../../src/features/offline/saved-title.ts';
import { listMediaFiles } from '../../../src/features/hls/playlist.ts';

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

  test('is good until its licence ends, and not where the clock was set back behind it', () => {
    const kept = { savedAt: 1_000_000, until: 1_000_000 + 30 * DAY };
    expect(isValid(kept, kept.savedAt)).toBe(true);
    expect(isValid(kept, kept.until - 1)).toBe(true);
    expect(isValid(kept, kept.until)).toBe(false);
    expect(isValid(kept, kept.savedAt - 2 * DAY)).toBe(false);
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
  const facts = { state: 'subscribed', now: 0, subscribedUntil: 90 * DAY, ticketUntil: null } as const;
  test('lasts thirty days, or as long as what it is watched by', () => {
    expect(offlineUntil(facts)).toBe(30 * DAY);
    expect(offlineUntil({ ...facts, subscribedUntil: 3 * DAY })).toBe(3 * DAY);
    expect(offlineUntil({ ...facts, state: 'free', subscribedUntil: 3 * DAY })).toBe(30 * DAY);
    expect(offlineUntil({ ...facts, state: 'owned', subscribedUntil: 0 })).toBe(30 * DAY);
    expect(offlineUntil({ ...facts, state: 'owned', ticketUntil: DAY })).toBe(DAY);
    // Who watches by their network may leave it at any time (spec 1.07).
    expect(offlineUntil({ ...facts, state: 'operator_fullrate', subscribedUntil: 0 })).toBeNull();
    // Everybody is subscribed in some variants (spec 4.26), without an end of their own.
    expect(offlineUntil({ ...facts, subscribedUntil: 0 })).toBe(30 * DAY);
  });
});
