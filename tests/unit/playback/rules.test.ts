import { expect, it } from 'vitest';
import { findChapter, listMarks } from '../../../src/features/playback/client/controls/chapters.ts';
import { formatClock } from '../../../src/platform/text/format-clock.ts';
import {
  getSleepChoice,
  isSleepDue,
  setSleep,
  $sleep,
} from '../../../src/features/playback/client/panels/sleep-timer.ts';
import { getBufferAhead, measureThroughput } from '../../../src/features/playback/client/panels/stats.ts';
import { runInLocale } from '../../../src/platform/text/locale-server.ts';

const chapter = (starts: number, ends: number) => ({ starts, ends, name_fa: '', name_en: String(starts) });

it('a chapter is found by its time; marks are inside the bar, ordered, each once', () => {
  const chapters = [chapter(0, 10), chapter(10, 20), chapter(20, 40), chapter(20, 40), chapter(90, 95)];
  expect(findChapter(chapters, 10)?.starts).toBe(10);
  expect(findChapter(chapters, 40)).toBeNull();
  expect(listMarks(chapters, 40)).toEqual([0.25, 0.5]);
  for (const duration of [0, NaN, Infinity]) expect(listMarks(chapters, duration).length).toBe(0);
});

it('the sleep timer is due at its time or at the end, and not before', () => {
  setSleep('15', 1000);
  const sleep = $sleep.get();
  expect(getSleepChoice(sleep)).toBe('15');
  expect(isSleepDue(sleep, { now: 1000 + 15 * 60_000 - 1, ended: true })).toBe(false);
  expect(isSleepDue(sleep, { now: 1000 + 15 * 60_000, ended: false })).toBe(true);
  setSleep('end', 0);
  expect(isSleepDue($sleep.get(), { now: 9e15, ended: false })).toBe(false);
  expect(isSleepDue($sleep.get(), { now: 0, ended: true })).toBe(true);
  for (const choice of ['off', '', '7', '-1', '1e9']) {
    setSleep(choice, 0);
    expect($sleep.get(), choice).toBeNull();
  }
  expect(isSleepDue(null, { now: 9e15, ended: true })).toBe(false);
});

it('the clock has the digits of the language, and hours where there are any', () => {
  const clocks = () => [75, 3675, -1, NaN].map(formatClock);
  expect(runInLocale('fa', clocks)).toEqual(['۱:۱۵', '۱:۰۱:۱۵', '۰:۰۰', '۰:۰۰']);
  expect(runInLocale('en', clocks)).toEqual(['1:15', '1:01:15', '0:00', '0:00']);
});

it('the throughput counts media that came by the network, the newest six', () => {
  const load = (name: string, transferSize: number, duration: number) => ({
    name: `https://a.example/media/${name}`,
    transferSize,
    duration,
  });
  expect(measureThroughput([])).toBeNull();
  expect(measureThroughput([load('a.js', 1e6, 10), load('seg-1.m4s', 0, 5), load('seg-2.m4s', 500, 300)])).toBeNull();
  expect(measureThroughput([load('seg-1.m4s?x=1', 125_000, 1000)])).toBe(1e6);
  const old = load('seg-0.m4s', 1e9, 1);
  expect(measureThroughput([old, ...Array.from({ length: 6 }, () => load('seg-1.m4s', 125_000, 1000))])).toBe(1e6);
});

it('the buffer ahead ends at the first gap', () => {
  const ranges = [
    [0, 10],
    [12, 30],
  ] as const;
  expect(getBufferAhead(ranges, 4)).toBe(6);
  expect(getBufferAhead(ranges, 11)).toBe(0);
  expect(getBufferAhead([], 0)).toBe(0);
});
