import * as v from 'valibot';
import { entryRow, hashSeal, MARK_LENGTH, markEntry, SEAL_ENTRIES, type Entry, type Seal } from './seal.ts';

/** More rows than this in the range of one seal are not read: enough of them are named. */
const READ_LIMIT = 2 * SEAL_ENTRIES;

const balanceRow = v.object({
  account: v.string(),
  opening: v.number(),
  moved: v.number(),
  closing: v.nullable(v.number()),
});

interface SealCheck {
  findings: string[];
  entries: Entry[];
}

export async function verifySeal(db: D1Database, previous: Seal, seal: Seal): Promise<SealCheck> {
  const range = [previous.last_id, seal.last_id];
  const [rows, balances] = await db.batch([
    db.prepare('SELECT * FROM ledger_entries WHERE id > ? AND id <= ? ORDER BY id LIMIT ?').bind(...range, READ_LIMIT),
    db
      .prepare(
        `SELECT account, sum(amount) AS moved,
          coalesce((SELECT c.balance FROM ledger_closings c WHERE c.account = e.account AND c.seal < ?
            ORDER BY c.seal DESC LIMIT 1), 0) AS opening,
          (SELECT c.balance FROM ledger_closings c WHERE c.account = e.account AND c.seal = ?) AS closing
        FROM ledger_entries e WHERE id > ? AND id <= ?
        GROUP BY account HAVING opening + sum(amount) IS NOT closing
          OR (account LIKE 'wallet:%' AND opening + sum(amount) < 0) LIMIT 100`,
      )
      .bind(seal.id, seal.id, ...range),
  ]);
  const entries = v.parse(v.array(entryRow), rows?.results ?? []);
  const differences = nameDifferences(seal, entries);
  const isChained = seal.id === previous.id + 1 && hashSeal(previous.hash, entries) === seal.hash;
  if (!isChained && differences.length === 0) differences.push(`seal ${String(seal.id)} does not continue the chain`);
  for (const row of v.parse(v.array(balanceRow), balances?.results ?? [])) {
    const balance = row.opening + row.moved;
    differences.push(
      `seal ${String(seal.id)}: ${row.account} is at ${String(balance)} toman, sealed at ${String(row.closing)}`,
    );
  }
  return { findings: differences, entries };
}

function nameDifferences({ first_id: first, last_id: last, marks }: Seal, entries: readonly Entry[]): string[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const inserted = entries.filter(({ id }) => id < first).map(({ id }) => `entry ${String(id)} was inserted`);
  const ids = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const others = ids.flatMap((id, at) => {
    const entry = byId.get(id);
    if (!entry) return [`entry ${String(id)} is missing`];
    const mark = marks.slice(at * MARK_LENGTH, (at + 1) * MARK_LENGTH);
    return markEntry(entry) === mark ? [] : [`entry ${String(id)} has changed`];
  });
  return [...inserted, ...others];
}
