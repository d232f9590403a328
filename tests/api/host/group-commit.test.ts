// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { createD1 } from '@pardeh/workers-on-node/database/d1';
import { openPool, type Pool } from '@pardeh/workers-on-node/database/pool';
import { openSmallDisk } from '../../support/faults/small-disk.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
const TABLE = `CREATE TABLE halves (lane TEXT, at INTEGER, half INTEGER CHECK (half < 3), PRIMARY KEY (lane, at, half))`;
const INSERT = 'INSERT INTO halves (lane, at, half) VALUES (?, ?, ?)';
/** A statement of some tenths of a second. */
const SLOW = `INSERT INTO halves WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
  SELECT 'slow', max(i), 1 FROM n`;
let other: DatabaseSync;
let pool: Pool;
let db: D1Database;

const create = (file: string) => {
  const made = openConnection(file, 'write');
  made.exec(TABLE);
  return made;
};
beforeAll(() => {
  other = create(inFolder('group.db'));
  const die = (cause: Error) => {
    throw cause;
  };
  // The whole queue is one group, however slow the machine is.
  pool = openPool(inFolder('group.db'), 1, die, { groupMs: Infinity });
  db = createD1(pool);
});
afterAll(async () => {
  await pool.close();
  other.close();
});

const insert = (lane: string, at: number, half = 1) => db.prepare(INSERT).bind(lane, at, half);
const inOrder = (lane: string) =>
  other
    .prepare('SELECT at FROM halves WHERE lane = ? ORDER BY rowid')
    .all(lane)
    .map(({ at }) => at);
/** Sends writes while another connection holds the lock, so that they wait together; their answers or errors. */
async function sendTogether(...writes: (() => Promise<unknown>)[]): Promise<unknown[]> {
  other.exec('PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE');
  const results = writes.map((write) => write().catch(String));
  other.exec('ROLLBACK');
  return Promise.all(results);
}
/** Frames of the log that end a transaction (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). */
function countCommits(): number {
  const log = readFileSync(inFolder('group.db-wal'));
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) > 0 && log.readBigUInt64BE(at + 8) === log.readBigUInt64BE(16)) commits += 1;
  }
  return commits;
}

it('commits writes that wait together, in their order, and each has its own answer', async () => {
  const lanes = Array.from({ length: 30 }, (_, at) => () => insert('one', at).run());
  const answers = await sendTogether(
    ...lanes,
    () => db.batch([insert('batch', 1), insert('batch', 1, 2)]),
    () => db.batch([insert('broken', 1), insert('broken', 1, 3)]),
    () => insert('one', 5).run(),
    () => insert('broken', 2, 9).run(),
    () => db.batch([insert('batch', 2), db.prepare("SELECT count(*) AS n FROM halves WHERE lane = 'batch'")]),
    () => db.prepare('INSERT INTO missing VALUES (1)').run(),
    () => db.prepare("UPDATE halves SET half = 2 WHERE lane = 'one' RETURNING at").all(),
  );
  expect(countCommits()).toBeLessThanOrEqual(2);
  expect(answers.slice(0, 30).filter((answer) => typeof answer === 'string')).toEqual([]);
  expect(answers[0]).toMatchObject({ meta: { changes: 1 } });
  expect(answers[31]).toMatch(/SQLITE_CONSTRAINT_CHECK/);
  expect(answers[32]).toMatch(/SQLITE_CONSTRAINT_PRIMARYKEY/);
  expect(answers[33]).toMatch(/SQLITE_CONSTRAINT_CHECK/);
  expect(answers[34]).toMatchObject([{ meta: { changes: 1 } }, { results: [{ n: 3 }] }]);
  expect(answers[35]).toMatch(/no such table/);
  expect(answers[36]).toMatchObject({ meta: { changes: 30 } });
  expect(inOrder('one')).toEqual(Array.from({ length: 30 }, (_, at) => at));
  expect([inOrder('batch'), inOrder('broken')]).toEqual([[1, 1, 2], []]);
});

it('runs the writes of a group one by one if one of them ends the transaction', async () => {
  const answers = await sendTogether(
    () => insert('kept', 1).run(),
    () => db.prepare("INSERT OR ROLLBACK INTO halves VALUES ('kept', 1, 1)").run(),
    () => db.batch([insert('kept', 2), insert('kept', 3)]),
  );
  expect(answers[1]).toMatch(/SQLITE_CONSTRAINT_PRIMARYKEY/);
  expect([answers[0], answers[2]]).toMatchObject([{ success: true }, [{ success: true }, { success: true }]]);
  expect(inOrder('kept')).toEqual([1, 2, 3]);
});

it('shows readers no part of a batch, and each write when it is answered', async () => {
  const parts = new Set<unknown>();
  const watch = async () => {
    const n = await db.prepare("SELECT count(*) AS n FROM halves WHERE lane IN ('seen', 'slow')").first('n');
    parts.add(n);
    if (n === 0) await watch();
  };
  const beside = (at: number) => async () => {
    await insert('beside', at).run();
    expect(inOrder('beside')).toContain(at);
  };
  const answers = sendTogether(
    beside(1),
    () => db.batch([insert('seen', 1), db.prepare(SLOW), insert('seen', 2)]),
    beside(2),
  );
  await watch();
  expect(await answers).toMatchObject([undefined, [{}, {}, {}], undefined]);
  expect(inOrder('beside')).toEqual([1, 2]);
  expect([...parts].filter((n) => n !== 0)).toEqual([3]);
});

it('gives a whole group the error of a lock that another process does not release, and writes nothing of it', async () => {
  const hold = `const { DatabaseSync } = require('node:sqlite');
    globalThis.db = new DatabaseSync(process.argv[1]); db.exec('BEGIN IMMEDIATE'); console.log('held'); setInterval(() => 0, 1000);`;
  const holder = spawn(process.execPath, ['-e', hold, inFolder('group.db')], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(holder.stdout, 'data');
  const answers = Array.from({ length: 20 }, (_, at) =>
    insert('locked', at)
      .run()
      .then(() => at, String),
  );
  expect(await answers[0]).toMatch(/SQLITE_BUSY/);
  holder.kill('SIGKILL');
  const written = (await Promise.all(answers)).filter((answer) => typeof answer === 'number');
  expect(inOrder('locked')).toEqual(written);
});

it('ends the thread instead of answering writes behind a transaction that nobody commits', async () => {
  create(inFolder('open.db')).close();
  const opened = Promise.withResolvers<Error>();
  const open = createD1(openPool(inFolder('open.db'), 1, opened.resolve));
  await expect(open.prepare('BEGIN').run()).rejects.toThrow('transaction open');
  expect(await opened.promise).toMatchObject({ message: expect.stringContaining('transaction open') as string });
});

/** A line of a writer's output for each write: + answered, - failed, ! a broken batch was answered. */
function startWriters(file: string, name: string, enter: readonly string[] = []) {
  const program = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    'tests/support/database/writing-child.ts',
  ];
  const [command, ...args] = [...enter, ...program, file, name, '8'];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const closed = once(child, 'close');
  // The last line may be cut.
  const list = (sign: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(2));
  return {
    pid: child.pid,
    list,
    until: async (sign: string, lines: number) => {
      while (list(sign).length < lines) await once(child.stdout, 'data');
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
/** The writes that a connection of its own finds: whole ones, halves, and those behind a gap of their lane. */
function readWrites(file: string, refused: readonly string[] = []) {
  const reader = openConnection(file, 'read');
  const rows = reader.prepare('SELECT lane, at, count(*) AS n FROM halves GROUP BY lane, at ORDER BY lane, at').all();
  expect(reader.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  reader.close();
  const pairs = new Set(rows.filter(({ n }) => n === 2).map(({ lane, at }) => `${String(lane)} ${String(at)}`));
  const halves = rows.filter(({ n }) => n !== 2);
  const early = rows.filter(({ lane, at }) => {
    const before = `${String(lane)} ${String(Number(at) - 1)}`;
    return at !== 1 && !pairs.has(before) && !refused.includes(before);
  });
  return { pairs, halves, early };
}

it('keeps each answered write, no half one and the order of each writer through ten kill -9 of one of two processes', async () => {
  const file = inFolder('killed.db');
  create(file).close();
  const confirmations: string[] = [];
  // One of two processes may wait too long for the lock on a busy machine: that write is refused, and is not there.
  const refused: string[] = [];
  let lasting = startWriters(file, 'first-');
  for (let time = 0; time < 10; time += 1) {
    const killed = lasting;
    lasting = startWriters(file, `${String(time)}-`);
    await killed.until('+', 20);
    await killed.kill();
    expect(killed.list('!')).toEqual([]);
    confirmations.push(...killed.list('+'));
    refused.push(...killed.list('-'));
    const { pairs, halves, early } = readWrites(file, [...refused, ...lasting.list('-')]);
    expect(confirmations.filter((write) => !pairs.has(write))).toEqual([]);
    expect(refused.filter((write) => pairs.has(write))).toEqual([]);
    expect([halves, early]).toEqual([[], []]);
  }
  await lasting.kill();
});

it('fails the writes of a commit that finds the disk full, keeps the answered ones, and writes again', async () => {
  const disk = await openSmallDisk(inFolder('disk'), 8);
  const made = create(inFolder('empty.db'));
  made.exec(`VACUUM INTO '${inFolder('copy.db')}'`);
  made.close();
  const file = `${disk.outside}/full.db`;
  const copied = spawn('cp', [inFolder('copy.db'), file]);
  await once(copied, 'exit');
  const setUp = `const { DatabaseSync } = require('node:sqlite'); new DatabaseSync(process.argv[1]).exec('PRAGMA journal_mode = WAL');`;
  const [command, ...args] = [...disk.enter(), process.execPath, '-e', setUp, inFolder('disk/full.db')];
  await once(spawn(command, args, { stdio: 'ignore' }), 'exit');
  const writers = startWriters(inFolder('disk/full.db'), 'full-', disk.enter());
  await writers.until('+', 20);
  disk.fill(writers.pid);
  await writers.until('-', 20);
  const before = writers.list('+').length;
  disk.free(writers.pid);
  await writers.until('+', before + 20);
  await writers.kill();
  await once(spawn('sh', ['-c', `cp ${disk.outside}/full.db* ${inFolder()}`]), 'exit');
  disk.close();
  const { pairs, halves } = readWrites(inFolder('full.db'));
  expect(writers.list('+').filter((write) => !pairs.has(write))).toEqual([]);
  expect(writers.list('-').filter((write) => pairs.has(write))).toEqual([]);
  expect([halves, writers.list('!')]).toEqual([[], []]);
});
