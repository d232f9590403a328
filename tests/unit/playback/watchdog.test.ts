import { describe, expect, it } from 'vitest';
import { createWatchdog, LOOK_EVERY_MS, type Look } from '../../../src/features/playback/client/engine/watchdog.ts';

/** Looks for some seconds; `at` says what changes with the time. */
function watch(seconds: number, at: (now: number) => Partial<Look>, judge = createWatchdog(), from = 0) {
  const verdicts: string[] = [];
  for (let now = from; now <= from + seconds * 1000; now += LOOK_EVERY_MS) {
    const look = { now, position: 10, picture: null, ahead: 20, isExpected: true, isOnline: true, isRetrying: false };
    verdicts.push(judge({ ...look, ...at(now) }));
  }
  return verdicts.filter((verdict) => verdict !== 'fine');
}

describe('the watchdog', () => {
  it('leaves alone what plays, what is paused, and what waits for data', () => {
    expect(watch(60, (now) => ({ position: now / 1000, picture: now / 1000 - 0.04 }))).toEqual([]);
    expect(watch(60, () => ({ isExpected: false }))).toEqual([]);
    expect(watch(25, () => ({ ahead: 0 }))).toEqual([]);
    expect(watch(120, () => ({ ahead: 0, isOnline: false }))).toEqual([]);
  });

  it('restarts what stays still with data for four seconds, or without any for thirty', () => {
    expect(watch(3.5, () => ({}))).toEqual([]);
    expect(watch(4, () => ({}))).toEqual(['restart']);
    expect(watch(30, () => ({ ahead: 0 }))).toEqual(['restart']);
  });

  it('gives data that ends a long wait four seconds to be played', () => {
    const waitsUntil = (end: number) => (now: number) => ({ ahead: now <= end ? 0.2 : 6 });
    for (const end of [10, 29.5]) {
      expect(watch(end + 3.5, waitsUntil(end * 1000))).toEqual([]);
      expect(watch(end + 4, waitsUntil(end * 1000))).toEqual(['restart']);
    }
  });

  it('restarts a picture that stays behind its sound, and not one that is late for a moment', () => {
    const isLate = (from: number, to: number) => (now: number) => ({
      position: now / 1000,
      picture: now / 1000 - (now >= from && now < to ? 0.4 : 0.05),
    });
    expect(watch(10, isLate(1000, 4000))).toEqual([]);
    expect(watch(6, isLate(1000, 9000))).toEqual(['restart']);
  });

  it('does not take a page that slept for a stall', () => {
    const judge = createWatchdog();
    watch(1, () => ({}), judge);
    expect(watch(0, () => ({}), judge, 60_000)).toEqual([]);
  });

  it('gives up after three restarts without a step, and counts again after one', () => {
    expect(watch(17, () => ({}))).toEqual(['restart', 'restart', 'restart', 'fail']);
    expect(watch(30, (now) => ({ position: Math.floor(now / 5000) }))).not.toContain('fail');
  });

  it('does not take the movement of its own restart for a step', () => {
    // Without data: to the beginning, and back to where it was.
    const reload = (now: number) => ({ ahead: 0, position: now % 31_000 === 500 ? 0 : 10 });
    expect(watch(160, reload)).toEqual(['restart', 'restart', 'restart', 'fail', 'fail']);
    expect(watch(160, (now) => ({ ahead: 0, position: Math.floor(now / 33_000) * 5 }))).not.toContain('fail');
  });

  it('leaves an engine alone that requests again what a server refuses', () => {
    expect(watch(100, () => ({ ahead: 0, isRetrying: true }))).toEqual([]);
    expect(watch(4, () => ({ isRetrying: true }))).toEqual(['restart']);
  });
});
