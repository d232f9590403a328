import { expect, test } from 'vitest';
import { carryReturn, readAppPage, stayInApp } from '../../../src/platform/app-twins.ts';

const inApp = { appPage: '/app/show/13' };

test.each([
  ['/movie/13', '/app/show/13'],
  ['/movie/13#play', '/app/show/13#play'],
  ['/movie/show/13?t=5#play', '/app/show/13?t=5#play'],
  ['/video/show/301', '/app/show/301'],
  ['/show/7', '/app/show/7'],
  ['/movie/show?page=2', '/app/show?page=2'],
  ['/series', '/app/series/show'],
  ['/series/201#buy', '/app/series/show/201#buy'],
  ['/episode/show/5', '/app/episode/show/5'],
  ['/ekran', '/app/ekran'],
  ['/ekran/501', '/app/ekran/501'],
])('in the app %s is %s, elsewhere itself (spec 2.04)', (path, twin) => {
  expect(stayInApp(path, inApp)).toBe(twin);
  expect(stayInApp(path, { appPage: null })).toBe(path);
});

test.each(['/movie/download/13', '/', '/plan/1', '/app/show/13', '/movies', '/series/download'])(
  '%s has no twin',
  (path) => {
    expect(stayInApp(path, inApp)).toBe(path);
  },
);

test('what has no twin carries the way back, through a login too', () => {
  const plans = carryReturn('/profile/plans?content_id=13', inApp);
  expect(plans).toBe('/profile/plans?content_id=13&from=%2Fapp%2Fshow%2F13');
  expect(readAppPage(`/login?redirect=${encodeURIComponent(plans)}`)).toBe('/app/show/13');
  expect(readAppPage('/app/series/show?page=2')).toBe('/app/series/show?page=2');
  expect(carryReturn('/download', { appPage: null })).toBe('/download');
});

test('few returns are followed: each reads the whole rest of an address, which may hold thousands', () => {
  const nest = (returns: number) => `/plan/1${'?from='.repeat(returns)}/app/show/13`;
  expect(readAppPage(nest(3))).toBe('/app/show/13');
  for (const returns of [4, 20_000]) expect(readAppPage(nest(returns))).toBeNull();
});

test.each([
  '/',
  '/login?redirect=%2Fprofile',
  '/plan/1?from=%2Fapp%2F..%2F%2Fevil.example',
  '/x?from=https://a.example/app/show',
])('%s is not of the app', (address) => {
  expect(readAppPage(address)).toBeNull();
});
