import * as v from 'valibot';
import type { Progress } from '../progress.ts';
import { mergeRow, STORED_SQL, storedRow, type MergedRow } from './progress-row.ts';

type Row = Record<string, unknown>;

export type AccountSql = (query: string, ...values: (string | number)[]) => Row[];

/** The merged states, and the titles that are new here, which the catalogue must know first. */
export interface AccountMerge {
  merged: [id: number, state: Progress][];
  unknown: number[];
}

const COLUMNS = [
  ...['title_id', 'duration', 'since', 'seen', 'points', 'at', 'last', 'hidden_at', 'version', 'furthest'],
  ...['watched', 'measured_at'],
];
const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS progress (title_id INTEGER PRIMARY KEY, duration INTEGER NOT NULL, since INTEGER NOT NULL,
    seen INTEGER NOT NULL, points TEXT NOT NULL, at INTEGER NOT NULL, last INTEGER NOT NULL,
    hidden_at INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1, furthest INTEGER NOT NULL DEFAULT 0,
    watched INTEGER NOT NULL DEFAULT 0, measured_at INTEGER NOT NULL DEFAULT 0)`,
  'CREATE INDEX IF NOT EXISTS progress_last ON progress (last)',
  'CREATE TABLE IF NOT EXISTS imported (at INTEGER NOT NULL)',
];
/** migrations/0058_watched_seconds.sql, for an object of before. */
const WATCHED = [
  'ALTER TABLE progress ADD COLUMN watched INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE progress ADD COLUMN measured_at INTEGER NOT NULL DEFAULT 0',
  'UPDATE progress SET watched = furthest, measured_at = last',
];
/** Bound to one statement of D1, which takes 2 MB: some 200 bytes a row. */
const ROWS_IN_STATEMENT = 5000;

/** The rules of one account's object. Nothing else writes its rows, so a merge needs no versions. */
export class AccountProgress {
  private readonly sql: AccountSql;

  constructor(sql: AccountSql) {
    this.sql = sql;
    for (const statement of SCHEMA) sql(statement);
    const isOld = sql("SELECT 1 FROM sqlite_master WHERE name = 'progress' AND sql NOT LIKE '%watched%'").length > 0;
    if (isOld) for (const statement of WATCHED) sql(statement);
  }

  isImported(): boolean {
    return this.sql('SELECT 1 FROM imported').length > 0;
  }

  /** The rows of the time before the object, once. */
  import(rows: readonly Row[], now: number): void {
    const names = COLUMNS.join(', ');
    const marks = COLUMNS.map(() => '?').join(', ');
    for (const row of rows) {
      const values = COLUMNS.map((name) => row[name] as string | number);
      this.sql(`INSERT OR IGNORE INTO progress (${names}) VALUES (${marks})`, ...values);
    }
    this.sql('INSERT INTO imported VALUES (?)', now);
  }

  merge(saves: readonly [id: number, save: Progress][], catalogueIds: readonly number[], now: number): AccountMerge {
    const answer: AccountMerge = { merged: [], unknown: [] };
    for (const [id, save] of saves) {
      const [stored] = this.sql(`SELECT ${STORED_SQL} FROM progress WHERE title_id = ?`, id);
      if (!stored && !catalogueIds.includes(id)) {
        answer.unknown.push(id);
        continue;
      }
      const merge = mergeRow(stored ? v.parse(storedRow, stored) : null, save, now);
      this.write(id, merge);
      answer.merged.push([id, merge.state]);
    }
    return answer;
  }

  private write(id: number, { row }: MergedRow): void {
    const { duration, since, seen, points, at, last, furthest, watched, measuredAt } = row;
    this.sql(
      `INSERT INTO progress (title_id, duration, since, seen, points, at, last, furthest, watched, measured_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (title_id) DO UPDATE SET duration = excluded.duration, since = excluded.since, seen = excluded.seen,
          points = excluded.points, at = excluded.at, last = excluded.last,
          furthest = max(furthest, excluded.furthest), watched = excluded.watched, measured_at = excluded.measured_at,
          version = version + 1`,
      ...[id, duration, since, seen, points, at, last, furthest, watched, measuredAt],
    );
  }

  keepNewest(count: number): void {
    const older = 'SELECT title_id FROM progress ORDER BY last DESC LIMIT -1 OFFSET ?';
    this.sql(`DELETE FROM progress WHERE title_id IN (${older})`, count);
  }

  setHidden(titleId: number, at: number): void {
    this.sql('UPDATE progress SET hidden_at = ? WHERE title_id = ?', at, titleId);
  }

  forgetSeen(titleId: number): void {
    this.sql('UPDATE progress SET seen = 0, version = version + 1 WHERE title_id = ?', titleId);
  }

  list(): Row[] {
    return this.sql(`SELECT ${COLUMNS.join(', ')} FROM progress ORDER BY title_id`);
  }

  /** The newest rows as JSON: an array of values for each, in the order of the table's columns. */
  pack(): string {
    const rows = this.sql(`SELECT ${COLUMNS.join(', ')} FROM progress ORDER BY last DESC LIMIT ?`, ROWS_IN_STATEMENT);
    return JSON.stringify(rows.map((row) => COLUMNS.map((name) => row[name])));
  }

  getLast(): number {
    return Number(this.sql('SELECT coalesce(max(last), 0) AS last FROM progress')[0]?.['last']);
  }
}
