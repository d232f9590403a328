import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { sha256 } from '../../../platform/http/hash.ts';

const DAY = 24 * 60 * 60;
/** By then no row is undone any more, so a seal covers that, too. */
const OPEN_SECONDS = 60 * 60;
const MAX_SEAL_ROWS = 2000;
const MAX_SEALS = 20;
/** Of older seals, which a night verifies in turn. */
const SEALS_A_NIGHT = 50;

const sealRow = v.object({ id: v.number(), last_id: v.number(), hash: v.string() });
const seals = v.array(sealRow);
const NO_SEAL = { id: 0, last_id: 0, hash: '' };
const gifts = v.array(v.looseObject({ id: v.number() }));

/** All that stays of a row when the account is erased. */
const GIFT = sql`id, key, user_id, days, until_before, until_after, operator, created_at, case_id, undone_at, undone_by`;

/** Chains the rows of given days as the ledger chains its entries. `now` in epoch seconds. */
export async function sealDays({ db, now }: { db: Database; now: number }): Promise<void> {
  for (let count = 0; count < MAX_SEALS; count += 1) {
    const [last = NO_SEAL] = v.parse(seals, await db.all(sql`SELECT * FROM day_seals ORDER BY id DESC LIMIT 1`));
    const rows = v.parse(
      gifts,
      await db.all(
        sql`SELECT ${GIFT} FROM compensations WHERE id > ${last.last_id} ORDER BY id LIMIT ${MAX_SEAL_ROWS}`,
      ),
    );
    const open = rows.findIndex((row) => Number(row['created_at']) > now - OPEN_SECONDS);
    const over = open === -1 ? rows : rows.slice(0, open);
    const [first, end] = [over[0], over.at(-1)];
    if (first === undefined || end === undefined) return;
    try {
      await db.run(sql`INSERT INTO day_seals (id, first_id, last_id, hash, sealed_at)
        VALUES (${last.id + 1}, ${first.id}, ${end.id}, ${await hashRows(last.hash, over)}, ${now})`);
    } catch (error) {
      // Another run sealed them.
      if (isRefusedBy(error, 'seal_out_of_order')) return;
      throw error;
    }
  }
}

/** A sentence for each finding, in the newest seal, in fifty others, and in the rows of all that is not sealed. */
export async function verifyDays({ db, now }: { db: Database; now: number }): Promise<string[]> {
  const [newest = NO_SEAL] = v.parse(seals, await db.all(sql`SELECT * FROM day_seals ORDER BY id DESC LIMIT 1`));
  const turns = Math.max(1, Math.ceil(newest.id / SEALS_A_NIGHT));
  const start = (Math.floor(now / DAY) % turns) * SEALS_A_NIGHT;
  const chosen = v.parse(
    seals,
    await db.all(sql`SELECT id, last_id, hash FROM day_seals
      WHERE id BETWEEN ${start} AND ${start + SEALS_A_NIGHT} OR id >= ${newest.id - 1} ORDER BY id`),
  );
  const findings = await findWrongDays(db, newest.last_id);
  for (const [at, seal] of chosen.entries()) {
    const before = seal.id === 1 ? NO_SEAL : chosen[at - 1];
    if (before?.id !== seal.id - 1) continue;
    const rows = await db.all(sql`SELECT ${GIFT} FROM compensations
      WHERE id > ${before.last_id} AND id <= ${seal.last_id} ORDER BY id`);
    if ((await hashRows(before.hash, v.parse(gifts, rows))) !== seal.hash)
      findings.push(`given days: seal ${String(seal.id)} is broken`);
    findings.push(...(await findWrongDays(db, before.last_id, seal.last_id)));
  }
  return findings;
}

/** Days that do not end where they must, or that no case decided. */
async function findWrongDays(db: Database, after: number, last = Number.MAX_SAFE_INTEGER): Promise<string[]> {
  const rows = await db.all(sql`SELECT g.id FROM compensations g LEFT JOIN compensation_cases c ON c.id = g.case_id
    WHERE g.id > ${after} AND g.id <= ${last} AND (g.days < 1
      OR g.until_after <> max(g.until_before, g.created_at) + g.days * ${DAY}
      OR g.case_id IS NOT NULL AND (c.state IN ('running', 'done') AND g.days <= c.days) IS NOT 1)`);
  return v.parse(gifts, rows).map(({ id }) => `given days: row ${String(id)} is wrong`);
}

function hashRows(previousHash: string, rows: readonly object[]): Promise<string> {
  return sha256([previousHash, ...rows.map((row) => JSON.stringify(Object.values(row)))].join('\n'));
}
