import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { SEAL_ENTRIES, sealEntries } from '../../../src/features/ledger/server/seal.ts';
import { verifyDay, verifyLedger, verifySlice } from '../../../src/features/ledger/server/verify.ts';
import { continueWalk } from '../../../src/features/ledger/server/walk.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { runVerify } from '../../../tools/ledger/verify-command.ts';
import { openMigrated } from '../../support/database/migrated.ts';
import { addEntries } from '../../support/money/ledger-books.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { buildInsertText } from '../../support/database/rows.ts';

const DAY = 24 * 60 * 60;
const TWO_DAYS = 2 * DAY;
const inFolder = useTemporaryFolder();
let sqlite: DatabaseSync;
let db: D1Database;

beforeEach(() => {
  sqlite = openMigrated();
  db = openSqliteD1(sqlite);
});

/** Corrections of two legs; `day` counts from 1970. */
function addEvents(from: number, count: number, day: number): void {
  for (let at = from; at < from + count; at += 1) {
    const [id, account] = [`c${String(at)}`, `wallet:${String((at % 7) + 1)}`];
    const row = { id, key: id, from_account: 'suspense', to_account: account, toman: at, created_at: day * DAY };
    sqlite.exec(buildInsertText('corrections', row));
    const leg = { event: `correction:${id}`, created_at: day * DAY };
    const legs = [
      { ...leg, key: `correction:${id}:from`, account: 'suspense', amount: -at },
      { ...leg, key: `correction:${id}:to`, account, amount: at },
    ];
    for (const entry of legs) sqlite.exec(buildInsertText('ledger_entries', entry));
  }
}

/** As a thief of the database file would: without the triggers. */
function tamper(sql: string): void {
  const triggers = sqlite
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%no_%'")
    .all();
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${String(name)}`);
  sqlite.exec(sql);
  for (const trigger of triggers) sqlite.exec(String(trigger['sql']));
}

const seals = () => sqlite.prepare('SELECT id, day, first_id, last_id FROM ledger_seals ORDER BY id').all();

describe('sealing', () => {
  it('seals days that are over and full slices, never cuts an event, and leaves the rest for later', async () => {
    addEvents(1, 3, 0);
    addEvents(4, SEAL_ENTRIES / 2 + 1, 2);
    sqlite.exec(
      addEntries('correction:odd', '', 'suspense=-1', 'vat=1').replaceAll(', 100)', `, ${String(TWO_DAYS)})`),
    );
    expect(await sealEntries(db, TWO_DAYS, 9)).toBe(2);
    expect(seals()).toMatchObject([
      { id: 1, day: '1970-01-01', first_id: 1, last_id: 6 },
      { id: 2, day: '1970-01-03', first_id: 7, last_id: 6 + SEAL_ENTRIES - 2 },
    ]);
    expect(await sealEntries(db, TWO_DAYS, 9)).toBe(0);
    expect(await sealEntries(db, TWO_DAYS + DAY, 9)).toBe(1);
  });

  it('seals an entry once though two runs race, and an entry of a late clock with the next seal', async () => {
    addEvents(1, 40, 1);
    expect(await Promise.all([sealEntries(db, TWO_DAYS, 9), sealEntries(db, TWO_DAYS, 9)])).toEqual([1, 0]);
    addEvents(41, 2, 0);
    await sealEntries(db, TWO_DAYS, 9);
    expect(seals()).toMatchObject([
      { id: 1, last_id: 80 },
      { id: 2, day: '1970-01-02', first_id: 81, last_id: 84 },
    ]);
    expect(await verifyLedger(db)).toEqual([]);
  });

  it('refuses to change, delete or skip a seal', async () => {
    addEvents(1, 2, 0);
    await sealEntries(db, DAY, 9);
    for (const sql of [
      "UPDATE ledger_seals SET hash = ''",
      'DELETE FROM ledger_seals',
      'UPDATE ledger_closings SET balance = 0',
      'DELETE FROM ledger_closings',
      buildInsertText('ledger_seals', { id: 3, first_id: 90, last_id: 90 }),
      buildInsertText('ledger_seals', { id: 2, first_id: 4, last_id: 4 }),
    ]) {
      expect(() => sqlite.exec(sql), sql).toThrow(/seal_/);
    }
  });
});

describe('an old entry', () => {
  beforeEach(async () => {
    addEvents(1, 4, 0);
    await sealEntries(db, DAY, 9);
    addEvents(5, 4, 1);
    await sealEntries(db, TWO_DAYS, 9);
    expect(await verifyLedger(db)).toEqual([]);
  });

  it.each([
    ['UPDATE ledger_entries SET created_at = created_at + 1 WHERE id = 3', ['entry 3 has changed']],
    ["UPDATE ledger_entries SET account = 'vat' WHERE id = 3", ['entry 3 has changed']],
    ['DELETE FROM ledger_entries WHERE id IN (3, 4)', ['entry 3 is missing', 'entry 4 is missing']],
    [buildInsertText('ledger_entries', { id: -1, key: 'k', event: 'correction:c1', amount: 5 }), []],
    [
      `UPDATE ledger_entries SET id = -id WHERE id IN (3, 5);
        UPDATE ledger_entries SET id = CASE id WHEN -3 THEN 5 ELSE 3 END WHERE id < 0`,
      ['entry 3 has changed', 'entry 5 has changed'],
    ],
    ["UPDATE ledger_seals SET hash = 'x' WHERE id = 1", ['seal 1 does not continue the chain']],
    ['DELETE FROM ledger_seals WHERE id = 1', []],
    [
      "UPDATE ledger_closings SET balance = balance + 1 WHERE account = 'suspense' AND seal = 1",
      ['seal 1: suspense is at -10 toman, sealed at -9'],
    ],
  ])('is named after %s', async (sql, sentences) => {
    tamper(sql);
    const findings = await verifyLedger(db);
    expect(findings).not.toEqual([]);
    for (const sentence of sentences) expect(findings).toContain(sentence);
  });

  it('is found on its own day, with the closing state of the day before', async () => {
    tamper('UPDATE ledger_entries SET created_at = 1 WHERE id = 11');
    expect(await verifyDay(db, '1970-01-01')).toEqual([]);
    expect(await verifyDay(db, '1970-01-02')).toContain('entry 11 has changed');
    tamper("UPDATE ledger_closings SET balance = 7 WHERE account = 'wallet:2' AND seal = 1");
    expect((await verifyDay(db, '1970-01-02')).join()).toContain('seal 2: wallet:2 is at');
  });

  it('is found by the anchor where the whole chain was written again', async () => {
    const options = { resume: false, progressFile: inFolder('progress.json') };
    const { anchor } = await runVerify(db, options);
    tamper(`DELETE FROM ledger_seals; DELETE FROM ledger_closings;
      UPDATE corrections SET reason = 'x'; UPDATE ledger_entries SET created_at = created_at + 1 WHERE id < 5`);
    await sealEntries(db, TWO_DAYS, 9);
    expect((await runVerify(db, options)).findings).toEqual([]);
    expect((await runVerify(db, { ...options, anchor })).findings).toHaveLength(1);
  });
});

it('continues the walk where the last run stopped, and begins again after its end', async () => {
  addEvents(1, 4, 0);
  await sealEntries(db, DAY, 9);
  addEvents(5, 4, 1);
  await sealEntries(db, TWO_DAYS, 9);
  tamper('UPDATE ledger_entries SET created_at = 1 WHERE id = 2');
  const cursor = () => sqlite.prepare('SELECT cursor FROM ledger_walk').get()?.['cursor'];
  // By day nothing begins a walk.
  expect(await continueWalk(db, 9, false)).toEqual([]);
  expect(await continueWalk(db, 1, true)).toEqual(['entry 2 has changed']);
  expect(cursor()).toBe('{"part":"seals","seal":1}');
  expect(await continueWalk(db, 1, true)).toEqual([]);
  expect(await continueWalk(db, 99, false)).toEqual([]);
  expect(cursor()).toBeUndefined();
  // A cursor of another version begins again.
  sqlite.exec(buildInsertText('ledger_walk', { cursor: '{"part":"seals"}' }));
  expect(await continueWalk(db, 1, true)).toEqual(['entry 2 has changed']);
  expect((await verifySlice(db, { part: 'seals', seal: 1 })).next).toEqual({ part: 'seals', seal: 2 });
});
