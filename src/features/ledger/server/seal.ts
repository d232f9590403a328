import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';

/** Entries of a full seal. D1 stores at most 2 MB in a row; a seal of 2,000 has 22 kB. */
export const SEAL_ENTRIES = 2000;
export const MARK_LENGTH = 11;
const DAY = 24 * 60 * 60;

export const entryRow = v.object({
  id: v.number(),
  key: v.string(),
  event: v.string(),
  account: v.string(),
  amount: v.number(),
  payment_id: v.string(),
  created_at: v.number(),
});
export type Entry = v.InferOutput<typeof entryRow>;

export const sealRow = v.object({
  id: v.number(),
  day: v.string(),
  first_id: v.number(),
  last_id: v.number(),
  marks: v.string(),
  hash: v.string(),
});
export type Seal = v.InferOutput<typeof sealRow>;

export const NO_SEAL: Seal = { id: 0, day: '', first_id: 0, last_id: 0, marks: '', hash: '' };

/** Seals entries up to `maxSeals` times: a full seal's worth, or the rest of a day that is over. Of two runs at
 * once one gives up: the other seals. `now` in epoch seconds. Returns the count of seals. */
export async function sealEntries(db: D1Database, now: number, maxSeals: number): Promise<number> {
  let last = await readLastSeal(db);
  for (let count = 0; count < maxSeals; count += 1) {
    const rows = await readEntries(db, last.last_id);
    const entries = chooseEntries(rows, last.day, toDay(now));
    if (entries.length === 0) return count;
    const seal = buildSeal(last, entries);
    try {
      await store(db, seal, now);
    } catch (error) {
      if (isRefusedBy(error, 'seal_out_of_order')) return count;
      throw error;
    }
    last = seal;
  }
  return maxSeals;
}

export async function readLastSeal(db: D1Database): Promise<Seal> {
  const row = await db.prepare('SELECT * FROM ledger_seals WHERE id = (SELECT max(id) FROM ledger_seals)').first();
  return row === null ? NO_SEAL : v.parse(sealRow, row);
}

async function readEntries(db: D1Database, afterId: number): Promise<Entry[]> {
  const { results } = await db
    .prepare('SELECT * FROM ledger_entries WHERE id > ? ORDER BY id LIMIT ?')
    .bind(afterId, SEAL_ENTRIES)
    .all();
  return v.parse(v.array(entryRow), results);
}

/** Consecutive entries up to the end of the seal's day. An event is not cut, unless it is larger than a seal. */
function chooseEntries(rows: readonly Entry[], lastDay: string, today: string): Entry[] {
  const [first] = rows;
  if (!first) return [];
  const day = maxDay(lastDay, toDay(first.created_at));
  const end = rows.findIndex((row, at) => row.id !== first.id + at || toDay(row.created_at) > day);
  const entries = rows.slice(0, end === -1 ? rows.length : end);
  if (end !== -1) return entries;
  if (rows.length < SEAL_ENTRIES) return day < today ? entries : [];
  const lastEvent = entries.at(-1)?.event;
  const completeEvents = entries.slice(0, entries.findLastIndex(({ event }) => event !== lastEvent) + 1);
  return completeEvents.length > 0 ? completeEvents : entries;
}

function buildSeal(last: Seal, entries: readonly Entry[]): Seal {
  const [first, end] = [entries[0], entries.at(-1)];
  if (!first || !end) throw new Error('a seal needs entries');
  return {
    id: last.id + 1,
    day: maxDay(last.day, toDay(first.created_at)),
    first_id: first.id,
    last_id: end.id,
    marks: entries.map(markEntry).join(''),
    hash: hashSeal(last.hash, entries),
  };
}

export function markEntry(entry: Entry): string {
  return createHash('sha256').update(toText(entry)).digest('base64url').slice(0, MARK_LENGTH);
}

export function hashSeal(previousHash: string, entries: readonly Entry[]): string {
  const hash = createHash('sha256').update(previousHash);
  for (const entry of entries) hash.update('\n').update(toText(entry));
  return hash.digest('base64url');
}

function toText({ id, key, event, account, amount, payment_id, created_at }: Entry): string {
  return JSON.stringify([id, key, event, account, amount, payment_id, created_at]);
}

async function store(db: D1Database, seal: Seal, now: number): Promise<void> {
  const { id, day, first_id, last_id, marks, hash } = seal;
  await db.batch([
    db
      .prepare(
        `INSERT INTO ledger_seals (id, day, first_id, last_id, marks, hash, sealed_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(id, day, first_id, last_id, marks, hash, now),
    db
      .prepare(
        `INSERT INTO ledger_closings (account, seal, balance)
          SELECT e.account, ?, sum(e.amount) + coalesce((SELECT c.balance FROM ledger_closings c
            WHERE c.account = e.account AND c.seal < ? ORDER BY c.seal DESC LIMIT 1), 0)
          FROM ledger_entries e WHERE e.id BETWEEN ? AND ? GROUP BY e.account`,
      )
      .bind(id, id, first_id, last_id),
  ]);
}

function toDay(seconds: number): string {
  return new Date(Math.floor(seconds / DAY) * DAY * 1000).toISOString().slice(0, 10);
}

function maxDay(a: string, b: string): string {
  return a > b ? a : b;
}
