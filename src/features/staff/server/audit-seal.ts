import { asc, between, gt, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { operatorAudit } from './schema.ts';

/** Rows of one seal, and seconds after which an act that gave no answer is sealed without one. */
const MAX_SEAL_ROWS = 500;
const OPEN_SECONDS = 15 * 60;

type Row = typeof operatorAudit.$inferSelect;
const sealRow = v.object({ id: v.number(), first_id: v.number(), last_id: v.number(), hash: v.string() });
type Seal = v.InferOutput<typeof sealRow>;
const NO_SEAL: Seal = { id: 0, first_id: 0, last_id: 0, hash: '' };

/** Seals the rows that have ended, as the ledger's entries are. `now` in epoch seconds. Returns the count of rows. */
export async function sealTrail({ db, now }: { db: Database; now: number }): Promise<number> {
  const last = (await readSeals(db, sql`WHERE id = (SELECT max(id) FROM audit_seals)`))[0] ?? NO_SEAL;
  const rows = await db
    .select()
    .from(operatorAudit)
    .where(gt(operatorAudit.id, last.last_id))
    .orderBy(asc(operatorAudit.id))
    .limit(MAX_SEAL_ROWS);
  const open = rows.findIndex((row) => row.status === null && row.created_at > now - OPEN_SECONDS);
  const over = open === -1 ? rows : rows.slice(0, open);
  const [first, end] = [over[0], over.at(-1)];
  if (first === undefined || end === undefined) return 0;
  try {
    await db.run(sql`INSERT INTO audit_seals (id, first_id, last_id, hash, sealed_at)
      VALUES (${last.id + 1}, ${first.id}, ${end.id}, ${await hashRows(last.hash, over)}, ${now})`);
  } catch (error) {
    // Another run sealed them.
    if (isRefusedBy(error, 'seal_out_of_order')) return 0;
    throw error;
  }
  return over.length;
}

/** A sentence for each seal whose rows are not as they were sealed, or gone. */
export async function verifyTrail(db: Database): Promise<string[]> {
  const findings: string[] = [];
  let previous = NO_SEAL;
  for (const seal of await readSeals(db, sql`ORDER BY id`)) {
    const rows = await db
      .select()
      .from(operatorAudit)
      .where(between(operatorAudit.id, previous.last_id + 1, seal.last_id))
      .orderBy(asc(operatorAudit.id));
    if ((await hashRows(previous.hash, rows)) !== seal.hash) findings.push(`audit seal ${String(seal.id)} is broken`);
    previous = seal;
  }
  return findings;
}

async function readSeals(db: Database, which: SQL): Promise<Seal[]> {
  return v.parse(v.array(sealRow), await db.all(sql`SELECT id, first_id, last_id, hash FROM audit_seals ${which}`));
}

function hashRows(previousHash: string, rows: readonly Row[]): Promise<string> {
  return sha256([previousHash, ...rows.map((row) => JSON.stringify(Object.values(row)))].join('\n'));
}
