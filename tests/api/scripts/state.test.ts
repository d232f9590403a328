// @module-tag full
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openState } from '../../../tools/lib/open-state.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { eraseAccounts } from '../../../src/features/personal-data/server/erase.ts';
import { quickSearch } from '../../../src/features/search/contract.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import type { Env } from '../../../src/platform/config/env.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { exportState } from '../../../tools/state/export.ts';
import { importFile, importInto } from '../../../tools/state/import-into.ts';
import { copyFrom } from '../../../tools/state/remote.ts';
import { createReader, type ReadAll } from '../../../tools/state/contents.ts';
import { openFresh, readSchema } from '../../../tools/state/schema.ts';
import { callApi } from '../../support/database/import-bench.ts';
import { makeSealedShop } from '../../support/money/sealed-shop.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { buildInsertText } from '../../support/database/rows.ts';

/** All tables between D1 and a data folder, with books that were written by real purchases and sealed. */
const inFolder = useTemporaryFolder();
const unpack = (name: string) => gunzipSync(readFileSync(inFolder(name))).toString();
const ODD_TEXT = 'ی‌ک "دو" \'سه\' -- \\ \u2028 \n; DROP TABLE titles;\n\u0000 END 😀';
let fresh: DatabaseSync;

async function openNew(name: string): Promise<DatabaseSync> {
  const db = openConnection(inFolder(name), 'write');
  await migrate(openSqliteD1(db));
  return db;
}

const addUser = (created_at: number | bigint, mobile = '09129999999') =>
  buildInsertText('users', { mobile, created_at });

beforeAll(async () => {
  fresh = await openFresh();
  await makeSealedShop(inFolder('shop.db'), ODD_TEXT);
  const db = openConnection(inFolder('shop.db'), 'write');
  await exportState(db, inFolder('shop.gz'));
  db.close();
});

function run(script: string, ...args: string[]) {
  const env = { ...process.env, STATE_DIR: inFolder('state') };
  const { status, stdout, stderr } = spawnSync('node', [`scripts/${script}.ts`, ...args], { encoding: 'utf8', env });
  return { status, printed: stdout + stderr };
}

it('goes from a data folder to D1 and back to the same bytes, with books, seals, triggers, numbers and search', async () => {
  const first = run('import-state', inFolder('shop.gz'));
  expect(first.printed).toContain('the books hold');
  expect(first.status).toBe(0);
  const { env, dispose } = await openState(inFolder('state'));
  const count = async (from: string) => await env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).first('n');
  expect(await verifyLedger(env.DB)).toEqual([]);
  expect(await count("payments WHERE state = 'settled'")).toBe(6);
  expect(await count('ledger_seals')).toBeGreaterThan(0);
  expect(await count('ledger_closings')).toBeGreaterThan(0);
  expect(await env.DB.prepare('SELECT synopsis_fa FROM titles WHERE id = 10').first('synopsis_fa')).toBe(ODD_TEXT);
  await expect(env.DB.prepare('DELETE FROM ledger_entries').run()).rejects.toThrow('ledger_append_only');
  await expect(env.DB.prepare('DELETE FROM ledger_seals').run()).rejects.toThrow('seal_append_only');
  const matches = await callApi(env, quickSearch, { query: 'Film 10' });
  expect(matches.data.map(({ id }) => id)).toContain(10);
  await dispose();
  expect(run('export', inFolder('back.gz'))).toMatchObject({ status: 0 });
  expect(unpack('back.gz')).toBe(unpack('shop.gz'));
  expect(run('import-state', inFolder('back.gz'), '--data', inFolder('home'))).toMatchObject({ status: 0 });
  const secondImport = importInto({ remote: false, data: inFolder('home') }, inFolder('back.gz'));
  await expect(secondImport).rejects.toThrow('has data');
});

it('is copied in slices of any size', async () => {
  const db = openConnection(inFolder('shop.db'), 'write');
  const reader = createReader(db);
  const copy = await openFresh();
  await copyFrom(reader, readSchema(copy), copy, 4);
  await exportState(copy, inFolder('slices.gz'));
  expect(unpack('slices.gz')).toBe(unpack('shop.gz'));
  db.close();
});

it('is no file where an account is erased between two slices, though no count changes', async () => {
  copyFileSync(inFolder('shop.db'), inFolder('erasing.db'));
  const db = openConnection(inFolder('erasing.db'), 'write');
  const [{ id } = { id: 0 }] = db.prepare('SELECT max(id) + 99 AS id FROM users').all() as { id: number }[];
  for (let at = 0; at < 9; at += 1) db.exec(addUser(0, `091200099${String(at)}`));
  db.exec(buildInsertText('users', { id, mobile: '09120009999', erase_at: 1 }));
  db.exec(buildInsertText('comments', { title_id: 10, user_id: id, text: 'a word of mine' }));
  const reader = createReader(db);
  let reads = 0;
  const erasing: ReadAll = async (statements) => {
    reads += 1;
    // The comment is in the first slice, and its writer in a later one.
    if (reads === 4) await eraseAccounts({ db: openDatabase(openSqliteD1(db)), env: {} as Env, now: 2 });
    return reader(statements);
  };
  const copy = await openFresh();
  await expect(copyFrom(erasing, readSchema(copy), copy, 4)).rejects.toThrow('The site wrote meanwhile');
  expect(db.prepare('SELECT text FROM comments WHERE user_id = ?').get(id)).toEqual({ text: '' });
  // Repeated, the file has neither the comment's text nor the mobile.
  const second = await openFresh();
  await copyFrom(reader, readSchema(second), second, 4);
  expect(second.prepare('SELECT mobile, erase_at FROM users WHERE id = ?').get(id)).toEqual({
    mobile: `erased:${String(id)}`,
    erase_at: null,
  });
  db.close();
});

it('moves each table that a migration makes but those of the search index', () => {
  const all = fresh.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  const moved = readSchema(fresh).tables.map(({ name }) => name);
  const left = all.map(({ name }) => String(name)).filter((name) => !moved.includes(name));
  expect(left.filter((name) => !/^search_(docs|words|index\w*)$/.test(name))).toEqual([
    'd1_migrations',
    'sqlite_sequence',
  ]);
});

describe('an import writes nothing', () => {
  const lines = () => unpack('shop.gz').trimEnd().split('\n');
  const pack = (text: string) => gzipSync(text);
  const join = (all: string[]) => `${all.join('\n')}\n`;
  it.each([
    ['from a file that is cut', () => readFileSync(inFolder('shop.gz')).subarray(0, -40), 'damaged or cut off'],
    ['from half a file', () => readFileSync(inFolder('shop.gz')).subarray(0, 900), 'damaged or cut off'],
    ['from a text that is cut', () => pack(join(lines().slice(0, -1))), 'damaged or cut off'],
    ['with a changed amount', () => pack(unpack('shop.gz').replace(/110000/, '110001')), 'damaged or cut off'],
    ['with a row left out', () => pack(join(lines().filter((_, at) => at !== 5))), 'damaged or cut off'],
    [
      'with two rows changed over',
      () =>
        pack(
          join(
            lines()
              .with(4, lines()[5] ?? '')
              .with(5, lines()[4] ?? ''),
          ),
        ),
      'damaged or cut off',
    ],
    ['with a line after the end', () => pack(`${unpack('shop.gz')}[0,[]]\n`), 'damaged or cut off'],
    ['from what is no packed file', () => new TextEncoder().encode('{}'), 'damaged or cut off'],
    ['from an empty file', () => new Uint8Array(), 'damaged or cut off'],
    [
      'of another format',
      () => pack(unpack('shop.gz').replace('"format":1', '"format":2')),
      'no export of this version',
    ],
  ])('%s', async (_, make, text) => {
    const db = await openNew('target.db');
    writeFileSync(inFolder('bad.gz'), make());
    await expect(importFile(db, fresh, inFolder('bad.gz'))).rejects.toThrow(text);
    expect(db.prepare('SELECT count(*) AS n FROM users').get()).toEqual({ n: 0 });
    db.close();
  });

  it('and makes no target for a file that it refuses', async () => {
    writeFileSync(inFolder('bad.gz'), 'x');
    const place = { remote: false, data: inFolder('none') };
    await expect(importInto(place, inFolder('bad.gz'))).rejects.toThrow('damaged or cut off');
    expect(existsSync(inFolder('none'))).toBe(false);
  });

  it('into another version of the schema', async () => {
    const db = await openNew('older.db');
    db.exec('DELETE FROM d1_migrations WHERE id = (SELECT max(id) FROM d1_migrations)');
    await expect(importFile(db, fresh, inFolder('shop.gz'))).rejects.toThrow('The schemas differ');
    db.close();
  });

  it('into a database with data', async () => {
    const db = await openNew('used.db');
    db.exec(addUser(1));
    await expect(importFile(db, fresh, inFolder('shop.gz'))).rejects.toThrow('users (1 rows)');
    db.close();
  });

  it('where a row is refused in the middle', async () => {
    const db = await openNew('full.db');
    const triggers = "SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'";
    const before = db.prepare(triggers).get();
    db.exec('CREATE UNIQUE INDEX refusing ON payments (state)');
    await expect(importFile(db, fresh, inFolder('shop.gz'))).rejects.toThrow('UNIQUE');
    expect(db.prepare('SELECT count(*) AS n FROM users').get()).toEqual({ n: 0 });
    expect(db.prepare(triggers).get()).toEqual(before);
    db.close();
  });
});

it('exports no value that JSON would change, and leaves no file then', async () => {
  const db = await openNew('big.db');
  db.exec(addUser(9_007_199_254_740_993n));
  await expect(exportState(db, inFolder('big.gz'))).rejects.toThrow('users.created_at');
  expect([existsSync(inFolder('big.gz')), existsSync(inFolder('big.gz.partial'))]).toEqual([false, false]);
  db.close();
});
