import { describe, expect, test } from 'vitest';
import { headerBehaviour } from '../../../src/shell/header-behaviour.ts';

describe('the header by route', () => {
  test.each([
    '/',
    '/cinema',
    '/cast/1',
    '/movie/52',
    '/episode/1001',
    '/series/201',
    '/genres/drama',
    '/lives/parde-1',
    '/lists/new',
  ])('%s: transparent (spec 2.17)', (path) => {
    expect(headerBehaviour(path).transparent).toBe(true);
  });

  test.each([
    '/genres',
    '/lives',
    '/lists',
    '/movie',
    '/movie/show/52',
    '/casts/directors',
    '/callback',
    '/video/301',
    '/video/show/301',
    '/live/401',
    '/show',
    '/ekran/501',
    '/app/show/52',
    '/404',
  ])('%s: solid', (path) => {
    expect(headerBehaviour(path).transparent).toBe(false);
  });

  test.each([
    '/',
    '/callback',
    '/download',
    '/movie/download',
    '/series/download/201',
    '/ekran/501',
    '/movie/52',
    '/episode/1/',
    '/series/3',
  ])('%s: no top bar on phones (spec 2.16)', (path) => {
    expect(headerBehaviour(path).mobileBar).toBe(false);
  });

  test.each(['/ekran', '/movie', '/video/301', '/movie/show/52', '/cinema', '/profile'])('%s: a top bar', (path) => {
    expect(headerBehaviour(path).mobileBar).toBe(true);
  });
});
