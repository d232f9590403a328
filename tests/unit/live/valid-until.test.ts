import { expect, test } from 'vitest';
import { getGuideValidUntil, getValidUntil, hasEnded } from '../../../src/features/live/valid-until.ts';
import { tehranMidnight } from '../../../src/platform/text/tehran-week.ts';

const NOON = 1_800_000_000;
const on = (seconds: number) => ({ ends_at: NOON + seconds, now_fa: 'فیلم' });
const off = (seconds: number) => ({ ends_at: NOON + seconds, now_fa: '' });

test('a page of channels is valid until the first of their programmes ends', () => {
  expect(getValidUntil([on(900), on(300), on(600)])).toBe(NOON + 300);
  expect(getValidUntil([off(60), on(300)])).toBe(NOON + 300);
  expect(getValidUntil([{ ...off(60), next_fa: 'خبر' }, on(300)])).toBe(NOON + 60);
  expect([getValidUntil([]), getValidUntil([off(60)])]).toEqual([undefined, undefined]);
});

test('a guide is valid until its programme ends, and over midnight never', () => {
  const today = new Date(NOON * 1000).toISOString().slice(0, 10);
  const tomorrow = new Date((NOON + 86_400) * 1000).toISOString().slice(0, 10);
  const midnight = tehranMidnight(tomorrow);
  const channel = (ends: number) =>
    ({ ...on(ends), next_fa: '' }) as Parameters<typeof getGuideValidUntil>[0]['channel'];
  expect(getGuideValidUntil({ channel: channel(300), today })).toBe(NOON + 300);
  expect(getGuideValidUntil({ channel: channel(3 * 86_400), today })).toBe(midnight);
});

test('a channel has ended at the second of its end', () => {
  expect(hasEnded([on(0), on(60)], NOON)).toBe(true);
  expect(hasEnded([on(1)], NOON)).toBe(false);
});
