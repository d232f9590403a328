import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { RATES } from '../../../src/features/playback/client/panels/rates.ts';
import { createProgress, mergeProgress, NO_PROGRESS, type Progress } from '../../../src/features/progress/progress.ts';
import { AccountProgress } from '../../../src/features/progress/server/account-progress.ts';
import { buildInsertText } from '../../support/database/rows.ts';
import {
  MAX_PLAY_RATE,
  MAX_UNMEASURED_SECONDS,
  measureWatched,
  type Watched,
} from '../../../src/features/progress/watched.ts';

const LENGTH = 6000;
const BEGAN = 1_800_000_000;

/** A viewer whose saves come at seconds after the first; gives the seconds that count. */
function follow(saves: readonly [second: number, at: number, isRewound?: boolean][]): number {
  let stored: (Watched & { state: Progress }) | null = null;
  for (const [second, at, isRewound = false] of saves) {
    const now = BEGAN + second;
    const save = createProgress(at, LENGTH, now, isRewound);
    const measured = measureWatched(stored, save, now);
    stored = { ...measured, state: stored ? mergeProgress((stored as { state: Progress }).state, save) : save };
  }
  return (stored as Watched | null)?.watched ?? 0;
}

describe('what was watched', () => {
  it('is all of it for who watches each minute, at any speed of the player', () => {
    expect(MAX_PLAY_RATE).toBe(Math.max(...RATES));
    for (const rate of RATES) {
      const minutes = Math.ceil(LENGTH / 60 / rate);
      const saves = Array.from(
        { length: minutes + 1 },
        (_, at) => [at * 60, Math.min(LENGTH, at * 60 * rate)] as const,
      );
      expect(follow(saves.map(([second, at]) => [second, at])), String(rate)).toBe(LENGTH);
    }
  });

  it('is hardly less where saves are late, lost, repeated, or come from a second device that is paused', () => {
    const late = Array.from({ length: 101 }, (_, at) => [at * 60 + (at % 3) * 4, at * 60] as [number, number]);
    expect(follow(late)).toBe(LENGTH);
    expect(follow(late.filter((_, at) => at % 7 === 0))).toBeGreaterThan(0.97 * LENGTH);
    expect(follow(late.flatMap((one) => [one, one]))).toBe(LENGTH);
    const beside = late.flatMap(([second, at]): [number, number][] => [
      [second, at],
      [second + 59, 10],
    ]);
    expect(follow(beside)).toBeGreaterThan(0.97 * LENGTH);
  });

  it('is what came after a pause of days, and what was watched again after a rewind', () => {
    expect(
      follow([
        [60, 60],
        [90_000, 60],
        [90_060, 120],
        [90_061, 0, true],
        [90_121, 60],
      ]),
    ).toBe(180);
  });

  it('never exceeds what the server’s time allows, whatever place the player reports', () => {
    expect(follow([[0, LENGTH]])).toBe(MAX_UNMEASURED_SECONDS);
    const jumps = Array.from({ length: 100 }, (_, at): [number, number, boolean] => [at, (at % 2) * LENGTH, true]);
    expect(follow(jumps)).toBeLessThanOrEqual(MAX_UNMEASURED_SECONDS + 99 * MAX_PLAY_RATE);
    const old = { ...NO_PROGRESS, points: [{ at: LENGTH, when: 1 }] };
    expect(measureWatched({ state: NO_PROGRESS, watched: 0, measuredAt: BEGAN }, old, BEGAN)).toEqual({
      watched: 0,
      measuredAt: BEGAN,
    });
  });

  it('is, in an object of the time before, what the player had said', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`CREATE TABLE progress (title_id INTEGER PRIMARY KEY, duration INTEGER NOT NULL, since INTEGER NOT NULL,
      seen INTEGER NOT NULL, points TEXT NOT NULL, at INTEGER NOT NULL, last INTEGER NOT NULL,
      hidden_at INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1, furthest INTEGER NOT NULL DEFAULT 0)`);
    db.exec(buildInsertText('progress', { title_id: 1, duration: LENGTH, last: BEGAN, furthest: 5000 }));
    const open = () => new AccountProgress((query, ...values) => db.prepare(query).all(...values));
    open();
    expect(open().list()).toMatchObject([{ watched: 5000, measured_at: BEGAN }]);
  });
});
