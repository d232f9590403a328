import { asc, between, gt, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { operatorAudit } from './schema.ts';

/** Rows of one seal, and seconds after which an act that gave no answer is sealed without one. */
export const MAX_SEAL_ROWS = 500;
const OPEN_SECONDS = 15 * 60;
/** Seals whose rows are read at once, and of one run: 40,000 rows by 20 queries. */
const SEALS_AT_ONCE = 4;
const MAX_SEALS_A_RUN = 80;

type Row = typeof operatorAudit.$inferSelect;
const sealRow = v.object({ id: v.number(), first_id: v.number(), last_id: v.number(), hash: v.string() });
type Seal = v.InferOutput<typeof sealRow>;
const NO_SEAL: Seal = { id: 0, first_id: 0, last_id: 0, hash: '' };

/** Seals the rows that have ended, as the ledger's entries are; `isFull`: only where they fill a seal. `now` in epoch
 * seconds. Returns the count of rows. */
export async function sealTrail(
  { db, now }: { db: Database; now: number },
  { isFull = false }: { isFull?: boolean } = {},
): Promise<number> {
  const last = (await readSeals(db, sql`WHERE id = (SELECT max(id) FROM audit_seals)`))[0] ?? NO_SEAL;
  if (isFull && !(await hasFullSeal(db, last.last_id))) return 0;
  const rows = await db
    .select()
    .from(operatorAudit)
    .where(gt(operatorAudit.id, last.last_id))
    .orderBy(asc(operatorAudit.id))
    .limit(MAX_SEAL_ROWS);
  const open = rows.findIndex((row) => row.status === null && row.created_at > now - OPEN_SECONDS);
  const over = open === -1 ? rows : rows.slice(0, open);
  const [first, end] = [over[0], over.at(-1)];
  if (first === undefined || end === undefined || (isFull && over.length < MAX_SEAL_ROWS)) return 0;
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

async function hasFullSeal(db: Database, after: number): Promise<boolean> {
  const [row] = await db.all<{ rows: number }>(
    sql`SELECT count(*) AS rows FROM (SELECT 1 FROM operator_audit WHERE id > ${after} LIMIT ${MAX_SEAL_ROWS})`,
  );
  return row?.rows === MAX_SEAL_ROWS;
}

/** A sentence for each seal whose rows are not as they were sealed, or gone. A run verifies 80 seals, and the next one
 * continues behind them; after the last seal the first is next. */
export async function verifyTrail(db: Database): Promise<string[]> {
  const [walk] = await db.all<{ seal_id: number }>(sql`SELECT seal_id FROM audit_walk`);
  const from = walk?.seal_id ?? 0;
  const [start] = from === 0 ? [NO_SEAL] : await readSeals(db, sql`WHERE id = ${from}`);
  // One more, which shows whether the chain ends here.
  const seals = await readSeals(db, sql`WHERE id > ${from} ORDER BY id LIMIT ${MAX_SEALS_A_RUN + 1}`);
  const run = seals.slice(0, MAX_SEALS_A_RUN);
  const findings = start === undefined ? [`audit seal ${String(from)} is gone`] : [];
  let previous = start ?? NO_SEAL;
  for (let at = 0; at < run.length; at += SEALS_AT_ONCE) {
    const group = run.slice(at, at + SEALS_AT_ONCE);
    const rows = await db
      .select()
      .from(operatorAudit)
      .where(between(operatorAudit.id, previous.last_id + 1, group.at(-1)?.last_id ?? 0))
      .orderBy(asc(operatorAudit.id));
    for (const seal of group) {
      const { hash, last_id: after } = previous;
      const sealed = rows.filter(({ id }) => id > after && id <= seal.last_id);
      if ((await hashRows(hash, sealed)) !== seal.hash) findings.push(`audit seal ${String(seal.id)} is broken`);
      previous = seal;
    }
  }
  const next = seals.length > run.length ? (run.at(-1)?.id ?? 0) : 0;
  await db.run(sql`UPDATE audit_walk SET seal_id = ${next}`);
  return findings;
}

async function readSeals(db: Database, which: SQL): Promise<Seal[]> {
  return v.parse(v.array(sealRow), await db.all(sql`SELECT id, first_id, last_id, hash FROM audit_seals ${which}`));
}

function hashRows(previousHash: string, rows: readonly Row[]): Promise<string> {
  return sha256([previousHash, ...rows.map((row) => JSON.stringify(Object.values(row)))].join('\n'));
}
