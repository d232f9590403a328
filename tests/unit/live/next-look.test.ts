import { expect, it } from 'vitest';
import { getNextLook } from '../../../src/features/live/client/next-look.ts';

const NOW = 1_800_000_000_000;
const after = (seconds: number) => NOW / 1000 + seconds;
const programme = { starts_at: after(-60), ends_at: after(600), name_fa: '', name_en: '' };
const HOURS = 6 * 3600;

it('a live player asks again when its programme ends, and in a gap when the next one begins', () => {
  const look = getNextLook({ programme, next_at: after(900), expires_at: after(HOURS) }, true, NOW);
  expect(look).toBeGreaterThanOrEqual(601_000);
  expect(look).toBeLessThan(616_001);
  const gap = getNextLook({ programme: null, next_at: after(120), expires_at: after(HOURS) }, true, NOW);
  expect(gap).toBeGreaterThanOrEqual(121_000);
  expect(gap).toBeLessThan(136_001);
});

it('the address is renewed before its end, of a replay and of a channel without a plan alone', () => {
  const early = (HOURS - 600) * 1000 + 1000;
  expect(getNextLook({ programme, next_at: null, expires_at: after(HOURS) }, false, NOW)).toBe(early);
  expect(getNextLook({ programme: null, next_at: null, expires_at: after(HOURS) }, true, NOW)).toBe(early);
  expect(getNextLook({ programme: null, next_at: null, expires_at: after(60) }, true, NOW)).toBe(61_000);
});

it('a clock that is wrong, or a boundary that has passed, asks no more than each two seconds', () => {
  const look = { programme: null, next_at: after(-900), expires_at: after(-900) };
  expect(getNextLook(look, true, NOW)).toBe(2000);
  expect(getNextLook({ programme: null, next_at: null, expires_at: after(1e9) }, true, NOW)).toBe(2 ** 31 - 1);
});
