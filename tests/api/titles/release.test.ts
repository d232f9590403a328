import type { DatabaseSync } from 'node:sqlite';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { selectRelease } from '../../../src/features/titles/server/release.ts';
import { tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { openMigrated } from '../../support/database/migrated.ts';
import { buildInsertText } from '../../support/database/rows.ts';

const TODAY = '2026-11-21';
const MIDNIGHT = tehranMidnight(TODAY);

interface Row {
  id: number;
  kind?: string;
  release: string;
  date?: string | null;
  media?: string | null;
  series?: number | null;
  hidden?: number;
  until?: string | null;
}

function add(
  db: DatabaseSync,
  { id, kind = 'movie', release, date = null, media = 'clip-1', series = null, hidden = 0, until = null }: Row,
) {
  const row = { id, kind, access: 'free', release, release_date: date, media, hidden, available_until: until };
  db.exec(buildInsertText('all_titles', { ...row, iranian: 0, series_id: series, season: 1, number: 1 }));
}

function readStates(db: DatabaseSync, now: number): Record<number, unknown> {
  const { sql, params } = new SQLiteAsyncDialect().sqlToQuery(selectRelease(now));
  const rows = db.prepare(`SELECT id, ${sql} AS release FROM titles ORDER BY id`).all(...(params as number[]));
  return Object.fromEntries(rows.map(({ id, release }) => [id as number, release]));
}

test('the state is decided by the day, at its midnight in Tehran, and by the stored state where there is no day', () => {
  const db = openMigrated();
  const states = ['released', 'presale', 'not_released'] as const;
  const days = [null, '2026-11-20', TODAY, '2026-11-22'];
  states.forEach((release, row) => {
    days.forEach((date, at) => add(db, { id: row * 10 + at, release, date }));
  });
  const [later, soon] = [
    { released: 'not_released', presale: 'presale', not_released: 'not_released' },
    { released: 'released', presale: 'presale', not_released: 'not_released' },
  ];
  const expected = (isTodayOut: boolean) =>
    Object.fromEntries(
      states.flatMap((state, row) => [
        [row * 10, soon[state]],
        [row * 10 + 1, 'released'],
        [row * 10 + 2, isTodayOut ? 'released' : later[state]],
        [row * 10 + 3, later[state]],
      ]),
    );
  expect(readStates(db, MIDNIGHT - 1)).toEqual(expected(false));
  expect(readStates(db, MIDNIGHT)).toEqual(expected(true));
});

test('what has neither media nor downloads is not released; a series has those of its episodes that are out', () => {
  const db = openMigrated();
  add(db, { id: 1, release: 'released', media: null });
  add(db, { id: 2, release: 'presale', date: '2026-11-20', media: null });
  add(db, { id: 3, release: 'presale', media: null });
  add(db, { id: 4, release: 'released', media: null });
  db.exec(buildInsertText('downloads', { id: 1, title_id: 4, toman: 0 }));
  const series = (id: number) => {
    add(db, { id, kind: 'series', release: 'released', media: null });
  };
  [10, 20, 30, 40, 50].forEach(series);
  add(db, { id: 21, kind: 'episode', series: 20, release: 'released', media: null });
  add(db, { id: 31, kind: 'episode', series: 30, release: 'released', date: '2026-11-22' });
  add(db, { id: 41, kind: 'episode', series: 40, release: 'released', hidden: 1 });
  add(db, { id: 51, kind: 'episode', series: 50, release: 'presale', date: TODAY });
  expect(readStates(db, MIDNIGHT)).toEqual({
    ...{ 1: 'not_released', 2: 'not_released', 3: 'presale', 4: 'released' },
    ...{ 10: 'not_released', 20: 'not_released', 21: 'not_released', 30: 'not_released', 31: 'not_released' },
    ...{ 40: 'not_released', 50: 'released', 51: 'released' },
  });
});

test('an episode is hidden with its series, whichever came first, and shown with it unless it is hidden itself', () => {
  const db = openMigrated();
  add(db, { id: 11, kind: 'episode', series: 10, release: 'released' });
  add(db, { id: 10, kind: 'series', release: 'released', hidden: 1 });
  add(db, { id: 12, kind: 'episode', series: 10, release: 'released', hidden: 1 });
  add(db, { id: 13, kind: 'episode', series: 10, release: 'released' });
  const listShown = () => Object.keys(readStates(db, MIDNIGHT));
  expect(listShown()).toEqual([]);
  db.exec('UPDATE all_titles SET hidden = 0 WHERE id = 10');
  expect(listShown()).toEqual(['10', '11', '13']);
  db.exec('UPDATE all_titles SET hidden = 1 WHERE id = 10');
  db.exec('UPDATE all_titles SET series_id = NULL WHERE id = 13');
  expect(listShown()).toEqual(['13']);
});

test('a title is not released after its last day in Tehran, whatever else its row says', () => {
  const db = openMigrated();
  add(db, { id: 1, release: 'released', until: TODAY });
  add(db, { id: 2, release: 'released', until: '2026-11-20' });
  add(db, { id: 3, release: 'presale', until: '2026-11-20' });
  add(db, { id: 4, release: 'presale', date: '2026-11-01', until: '2026-11-20' });
  add(db, { id: 5, release: 'released', date: TODAY, until: '2026-11-22' });
  add(db, { id: 10, kind: 'series', release: 'released', media: null });
  add(db, { id: 11, kind: 'episode', series: 10, release: 'released', until: '2026-11-20' });
  const states = { 1: 'released', 2: 'not_released', 3: 'not_released', 4: 'not_released', 5: 'released' };
  expect(readStates(db, MIDNIGHT)).toEqual({ ...states, 10: 'not_released', 11: 'not_released' });
  expect(readStates(db, MIDNIGHT + 86_399)[1]).toBe('released');
  expect(readStates(db, MIDNIGHT + 86_400)[1]).toBe('not_released');
});
