import { describe, expect, it } from 'vitest';
import { toCacheKey, mayCache, readRoot, classifyRequest } from '../../../src/features/offline/offline.ts';

const ORIGIN = 'https://pardeh.test';
const classify = (path: string, mode = 'no-cors', method = 'GET') =>
  classifyRequest({ method, mode, url: ORIGIN + path }, ORIGIN);

describe('what the service worker answers (spec 1.14)', () => {
  it('pages, what never changes, and pictures; nothing else', () => {
    expect(classify('/movie/52', 'navigate')).toBe('page');
    expect(classify('/_astro/player.B1x.js')).toBe('asset');
    expect(classify('/fonts/vazirmatn.woff2')).toBe('asset');
    expect(classify('/media/img/a-1/300')).toBe('picture');
    for (const path of ['/api/v1/get/user', '/media/v/sig/1/clip-1/master.m3u8', '/media/d/1/2/film.mp4', '/sw.js']) {
      expect(classify(path), path).toBe('other');
    }
  });

  it('no form and no other site', () => {
    expect(classify('/login', 'navigate', 'POST')).toBe('other');
    expect(classifyRequest({ method: 'GET', mode: 'navigate', url: 'https://evil.example/' }, ORIGIN)).toBe('other');
  });

  it('keeps whole pages that are the same for everybody', () => {
    const page = (fields: object, headers: Record<string, string> = {}) =>
      mayCache({
        ...{ status: 200, type: 'basic' },
        ...fields,
        headers: new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers }),
      });
    expect(page({}, { 'cache-control': 'private, no-cache' })).toBe(true);
    expect(page({}, { 'cache-control': 'private, no-store' })).toBe(false);
    expect(page({ status: 404 })).toBe(false);
    expect(page({ status: 0, type: 'opaqueredirect' })).toBe(false);
    expect(page({}, { 'content-type': 'application/json' })).toBe(false);
  });

  it('knows a page’s language and whether it was seen in a kids session', () => {
    expect(readRoot('<!DOCTYPE html><html data-theme="dark" lang="fa" dir="rtl" data-kids>')).toEqual({
      lang: 'fa',
      kids: true,
    });
    expect(readRoot('<!DOCTYPE html><html lang="en" dir="ltr" data-variant="main">')).toEqual({
      lang: 'en',
      kids: false,
    });
    expect(readRoot('<html><body>of some provider')).toBeNull();
  });

  it('keeps a page once, whoever referred to it', () => {
    expect(toCacheKey(`${ORIGIN}/movie/52?ref=9&hl=en#play`)).toBe(`${ORIGIN}/movie/52?hl=en`);
  });
});
