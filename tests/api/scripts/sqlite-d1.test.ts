// @module-tag full
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken, openStart } from '../../simulator/start-database.ts';
import type { Recorded } from '../../simulator/record.ts';
import { shopStatements } from '../../simulator/shop.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { createD1, openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { openPool, type Pool } from '@pardeh/workers-on-node/database/pool';
import { openWorkerdPlatform, type Platform } from '../../support/site/platform.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

let platform: Platform;
const inFolder = useTemporaryFolder();
/** The real D1, the one in process, and the one of the Node host with its threads, made by the same statements. */
let real: D1Database;
let local: D1Database;
let threads: D1Database;
let pool: Pool;
beforeAll(async () => {
  platform = await openWorkerdPlatform();
  real = platform.env.DB;
  openStart().exec(`VACUUM INTO '${inFolder('threads.db')}'`);
  openConnection(inFolder('threads.db'), 'write').close();
  local = openSqliteD1(openStart());
  pool = openPool(inFolder('threads.db'), 1, (cause) => {
    throw cause;
  });
  threads = createD1(pool);
  for (const statement of shopStatements(hashToken)) await real.prepare(statement).run();
});
afterAll(async () => {
  await pool.close();
  await platform.dispose();
});

/** A D1's answer to a request, without the fields that only one of both can know, or its error. */
async function captureOutcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return comparable(await work());
  } catch (error) {
    // Where in the text a syntax error is, only D1 says.
    return String(error).replace(/ at offset \d+/, '');
  }
}

function comparable(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(comparable);
  if (typeof answer !== 'object' || answer === null || !('meta' in answer)) return answer;
  const { results, success, meta } = answer as D1Result;
  return { results, success, changes: meta.changes, changed: meta.changed_db, id: meta.last_row_id };
}

const TABLE = 'CREATE TABLE odds (id INTEGER PRIMARY KEY, a UNIQUE, b CHECK (b > 0))';
const GUARD = "CREATE TRIGGER odds_stay BEFORE DELETE ON odds BEGIN SELECT RAISE(ABORT, 'odds_stay'); END";

/** The last row's number is of the connection, which has done other things before. */
function withoutIds(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutIds);
  if (typeof answer !== 'object' || answer === null || !('changed' in answer)) return answer;
  return { ...answer, id: null };
}

describe('D1 over SQLite in process', () => {
  beforeAll(async () => {
    for (const db of [real, local, threads]) for (const statement of [TABLE, GUARD]) await db.prepare(statement).run();
  });

  it.each<[string, (db: D1Database) => Promise<unknown>]>([
    [
      'values of each type',
      (db) =>
        db
          .prepare("SELECT typeof(?) a, typeof(?) b, typeof(?) c, typeof(?) d, ? || 'x' e")
          .bind(1, 1.5, true, null, 3)
          .all(),
    ],
    [
      'a big number',
      (db) =>
        db
          .prepare('SELECT ? AS big')
          .bind(2 ** 50)
          .all(),
    ],
    [
      'numbers above 2^53',
      (db) => db.prepare('SELECT 9007199254740993 AS above, -9223372036854775807 AS least, 1 AS one').all(),
    ],
    ['a list with a number above 2^53', (db) => db.prepare('SELECT 9007199254740995, 1').raw()],
    [
      'a number above 2^53 that a change returns',
      (db) => db.prepare("INSERT INTO odds VALUES (9007199254740993, 'big', 1) RETURNING id, b").all(),
    ],
    ['the removal of that row', (db) => db.prepare("UPDATE odds SET id = 8 WHERE a = 'big'").run()],
    [
      'bound bytes, nothing and truth',
      (db) =>
        db
          .prepare('SELECT hex(?) AS bytes, typeof(?) AS nothing, ? AS yes, ? AS no, ? AS text')
          .bind(new Uint8Array([0, 255]).buffer, null, true, false, 'a\u06cc')
          .first(),
    ],
    ['a read by WITH', (db) => db.prepare('WITH one AS (SELECT 1 AS n) SELECT n FROM one').all()],
    [
      'a change by WITH',
      (db) => db.prepare("WITH one AS (SELECT 6 AS n) INSERT INTO odds SELECT n, 'with', n FROM one RETURNING a").all(),
    ],
    ['a batch of reads', (db) => db.batch([db.prepare('SELECT 1 AS a'), db.prepare('SELECT 2 AS a, 3 AS b')])],
    ['a comment before a read', (db) => db.prepare('-- why\nSELECT 1 AS a').all()],
    ['a value of bigint', async (db) => db.prepare('SELECT ?').bind(1n).all()],
    ['bytes', (db) => db.prepare("SELECT x'0102' AS bytes").all()],
    ['an insert', (db) => db.prepare('INSERT INTO odds VALUES (1, ?, 1)').bind(1).run()],
    [
      'an insert that returns',
      (db) => db.prepare('INSERT INTO odds VALUES (2, ?, 1) RETURNING a, b').bind('two').all(),
    ],
    ['an update', (db) => db.prepare('UPDATE odds SET b = b + 1').run()],
    ['rows of lists', (db) => db.prepare('SELECT a, a, b FROM odds ORDER BY id').raw()],
    ['rows of lists with their names', (db) => db.prepare('SELECT a, a, b FROM odds').raw({ columnNames: true })],
    ['two columns of one name', (db) => db.prepare('SELECT 1 AS a, 2 AS a').all()],
    ['a first row', (db) => db.prepare('SELECT a, b FROM odds ORDER BY id').first()],
    ['a first value', (db) => db.prepare('SELECT a, b FROM odds ORDER BY id').first('b')],
    ['a first of nothing', (db) => db.prepare('SELECT a FROM odds WHERE 0').first()],
    ['a first value of no such column', (db) => db.prepare('SELECT a FROM odds').first('z')],
    ['a value twice', (db) => db.prepare('INSERT INTO odds VALUES (3, 1, 1)').run()],
    ['a key twice', (db) => db.prepare('INSERT INTO odds VALUES (1, 9, 1)').run()],
    ['a value that a check refuses', (db) => db.prepare('INSERT INTO odds VALUES (4, 4, 0)').run()],
    ['a trigger that refuses', (db) => db.prepare('DELETE FROM odds').run()],
    ['a column that must not be empty', (db) => db.prepare('UPDATE users SET mobile = NULL').run()],
    ['a batch', (db) => db.batch([db.prepare('SELECT 1 AS a'), db.prepare('UPDATE odds SET b = ?').bind(7)])],
    [
      'a batch that fails, and what is left of it',
      async (db) => {
        const failed = db.batch([db.prepare('INSERT INTO odds VALUES (5, 5, 5)'), db.prepare('DELETE FROM odds')]);
        const error = await failed.then(() => 'none', String);
        return [error, await db.prepare('SELECT count(*) AS n FROM odds').first('n')];
      },
    ],
    ['no such table', (db) => db.prepare('SELECT * FROM gone').all()],
    ['nonsense', (db) => db.prepare('SELEC 1').all()],
    ['too few values', (db) => db.prepare("SELECT ?, '?', ?").bind(1).all()],
    ['too many values', (db) => db.prepare('SELECT ?').bind(1, 2).all()],
    ['a value that is undefined', async (db) => db.prepare('SELECT ?').bind(undefined).all()],
    [
      '101 values',
      (db) =>
        db
          .prepare(`SELECT ${Array<string>(101).fill('?').join(',')}`)
          .bind(...Array<number>(101).fill(1))
          .all(),
    ],
  ])('answers %s as D1 does', async (_, runStatement) => {
    const answer = await captureOutcome(() => runStatement(real));
    expect(await captureOutcome(() => runStatement(local)), 'in process').toEqual(answer);
    expect(withoutIds(await captureOutcome(() => runStatement(threads))), 'in threads').toEqual(withoutIds(answer));
  });

  it('lets nobody see a batch before it ends, and reads while another connection writes', async () => {
    const other = openConnection(inFolder('threads.db'), 'write');
    other.exec("BEGIN IMMEDIATE; INSERT INTO odds VALUES (70, 'other', 1)");
    const count = () => threads.prepare("SELECT count(*) AS n FROM odds WHERE a IN ('other', 'own')").first('n');
    const blocked = threads.prepare("INSERT INTO odds VALUES (71, 'own', 1)").run();
    expect(await count()).toBe(0);
    other.exec('COMMIT');
    await blocked;
    expect(await count()).toBe(2);
    other.close();
  });

  it('answers every request of a long history of money as D1 does', async () => {
    const recorded = recordHistory(7, 150);
    expect(recorded.length).toBeGreaterThan(300);
    for (const { kind, statements, result, error } of recorded) {
      const prepared = statements.map(({ sql, values }) => real.prepare(sql).bind(...values));
      const runStatement = () => (kind === 'batch' ? real.batch(prepared) : runOne(prepared[0]!, kind));
      const expected = error === null ? withoutIds(comparable(result)) : error;
      expect(withoutIds(await captureOutcome(runStatement)), statements.map(({ sql }) => sql).join('\n')).toEqual(
        expected,
      );
    }
  });
});

function runOne(statement: D1PreparedStatement, kind: Exclude<Recorded['kind'], 'batch'>): Promise<unknown> {
  switch (kind) {
    case 'all':
      return statement.all();
    case 'run':
      return statement.run();
    case 'first':
      return statement.first();
    case 'raw':
      return statement.raw();
  }
}

/** A history's requests to D1 and the answers of the one in process; in a process of its own, whose clock it takes. */
function recordHistory(seed: number, steps: number): Recorded[] {
  const args = ['tests/simulator/record.ts', String(seed), String(steps)];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}
