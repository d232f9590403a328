import * as v from 'valibot';
import { checkPayments, describeFinding, type Finding } from './scope.ts';
import { NO_SEAL, SEAL_ENTRIES, sealRow, type Seal } from './seal.ts';
import { verifySeal } from './verify-seal.ts';

/** Payments of one slice; each has about five entries. */
const SLICE_PAYMENTS = 500;
const DAY = 24 * 60 * 60;

export const walkCursor = v.variant('part', [
  v.object({ part: v.literal('seals'), seal: v.number() }),
  v.object({ part: v.literal('unsealed'), afterId: v.number() }),
  v.object({ part: v.literal('payments'), afterId: v.string() }),
  v.object({ part: v.literal('purchases'), after: v.tuple([v.number(), v.string(), v.number(), v.string()]) }),
  v.object({ part: v.literal('people') }),
]);
export type WalkCursor = v.InferOutput<typeof walkCursor>;
export const WALK_START: WalkCursor = { part: 'seals', seal: 0 };

interface Slice {
  findings: string[];
  next: WalkCursor | null;
}

export async function verifySlice(db: D1Database, cursor: WalkCursor): Promise<Slice> {
  if (cursor.part === 'seals') return verifyNextSeal(db, cursor.seal);
  if (cursor.part === 'unsealed') return verifyUnsealed(db, cursor.afterId);
  if (cursor.part === 'payments') return verifyPayments(db, cursor.afterId);
  if (cursor.part === 'purchases') return verifyPurchases(db, cursor.after);
  return { findings: await verifyByPeople(db), next: null };
}

export async function verifyLedger(db: D1Database): Promise<string[]> {
  const findings = new Set<string>();
  for (let next: WalkCursor | null = WALK_START; next !== null;) {
    const slice: Slice = await verifySlice(db, next);
    for (const finding of slice.findings) findings.add(finding);
    next = slice.next;
  }
  return [...findings];
}

/** The seals of a day (UTC, `2026-11-24`), the entries after the last seal, and the payments that settled on that day. */
export async function verifyDay(db: D1Database, day: string): Promise<string[]> {
  const findings = new Set<string>();
  const add = (sentences: readonly string[]) => {
    for (const sentence of sentences) findings.add(sentence);
  };
  const bounds = await db
    .prepare('SELECT min(id) AS first, max(id) AS last FROM ledger_seals WHERE day = ?')
    .bind(day)
    .first();
  const { first, last } = v.parse(v.object({ first: v.nullable(v.number()), last: v.nullable(v.number()) }), bounds);
  for (let seal = (first ?? 1) - 1; seal < (last ?? 0); seal += 1) add((await verifyNextSeal(db, seal)).findings);
  const lastId = await db.prepare('SELECT coalesce(max(last_id), 0) AS id FROM ledger_seals').first<number>('id');
  for (let next: WalkCursor | null = { part: 'unsealed', afterId: lastId ?? 0 }; next?.part === 'unsealed';) {
    const slice = await verifyUnsealed(db, next.afterId);
    add(slice.findings);
    next = slice.next;
  }
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  for (let after: readonly [number, string] = [start - 1, '']; ;) {
    const rows = await readRows(
      db,
      `SELECT settled_at AS at, id FROM payments WHERE (settled_at, id) > (?, ?) AND settled_at < ?
        ORDER BY settled_at, id LIMIT ${String(SLICE_PAYMENTS)}`,
      [...after, start + DAY],
      v.object({ at: v.number(), id: v.string() }),
    );
    const end = rows.at(-1);
    if (!end) return [...findings];
    add(
      await checkPayments(
        db,
        rows.map(({ id }) => id),
      ),
    );
    after = [end.at, end.id];
  }
}

async function verifyNextSeal(db: D1Database, verified: number): Promise<Slice> {
  const seals = await readRows(
    db,
    'SELECT * FROM ledger_seals WHERE id IN (?, (SELECT min(id) FROM ledger_seals WHERE id > ?)) ORDER BY id',
    [verified, verified],
    sealRow,
  );
  const previous: Seal = seals.find(({ id }) => id === verified) ?? NO_SEAL;
  const seal = seals.find(({ id }) => id > verified);
  if (!seal) return { findings: [], next: { part: 'unsealed', afterId: previous.last_id } };
  const { findings, entries } = await verifySeal(db, previous, seal);
  const rules = await checkPayments(
    db,
    entries.map(({ payment_id }) => payment_id),
  );
  return { findings: [...findings, ...rules], next: { part: 'seals', seal: seal.id } };
}

/** Entries after the last seal have no mark: the rules and the balances decide. */
async function verifyUnsealed(db: D1Database, afterId: number): Promise<Slice> {
  const rows = await readRows(
    db,
    'SELECT id, payment_id FROM ledger_entries WHERE id > ? ORDER BY id LIMIT ?',
    [afterId, SEAL_ENTRIES],
    v.object({ id: v.number(), payment_id: v.string() }),
  );
  const last = rows.at(-1);
  if (!last) return { findings: [], next: { part: 'payments', afterId: '' } };
  const findings = await checkPayments(
    db,
    rows.map(({ payment_id }) => payment_id),
  );
  return { findings, next: { part: 'unsealed', afterId: last.id } };
}

async function verifyPayments(db: D1Database, afterId: string): Promise<Slice> {
  const rows = await readRows(
    db,
    'SELECT id FROM payments WHERE id > ? ORDER BY id LIMIT ?',
    [afterId, SLICE_PAYMENTS],
    v.object({ id: v.string() }),
  );
  const last = rows.at(-1);
  if (!last) return { findings: [], next: { part: 'purchases', after: [0, '', 0, ''] } };
  const findings = await checkPayments(
    db,
    rows.map(({ id }) => id),
  );
  return { findings, next: { part: 'payments', afterId: last.id } };
}

const PURCHASE_RULE = 'a purchase belongs to a line that was delivered';

/** Purchases of no payment, which no slice of payments has. */
async function verifyPurchases(db: D1Database, after: readonly [number, string, number, string]): Promise<Slice> {
  const rows = await readRows(
    db,
    `SELECT o.user_id, o.kind, o.item_id, o.payment_id,
        EXISTS (SELECT 1 FROM payments p WHERE p.id = o.payment_id) AS is_paid
      FROM purchases o WHERE (user_id, kind, item_id, payment_id) > (?, ?, ?, ?)
      ORDER BY user_id, kind, item_id, payment_id LIMIT ?`,
    [...after, SEAL_ENTRIES],
    v.object({
      user_id: v.number(),
      kind: v.string(),
      item_id: v.number(),
      payment_id: v.string(),
      is_paid: v.number(),
    }),
  );
  const last = rows.at(-1);
  if (!last) return { findings: [], next: { part: 'people' } };
  const findings = rows
    .filter(({ is_paid }) => is_paid === 0)
    .map(({ payment_id, item_id }) => describeFinding(PURCHASE_RULE, { what: payment_id, amount: item_id }));
  return { findings, next: { part: 'purchases', after: [last.user_id, last.kind, last.item_id, last.payment_id] } };
}

/** Refunds and corrections are few: a person makes each. Those of no payment or entry are in no slice. */
const BY_PEOPLE = [
  {
    name: 'a refund is of a settled payment, has lines and is applied',
    sql: `SELECT r.id AS what, coalesce((SELECT sum(toman) FROM refund_lines x WHERE x.refund_id = r.id), 0) AS amount
      FROM refunds r WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id)`,
  },
  {
    name: 'a correction has exactly its two legs',
    sql: `SELECT 'correction:' || c.id || ':' || leg.value AS what,
        CASE leg.value WHEN 'from' THEN -c.toman ELSE c.toman END AS amount
      FROM corrections c, json_each('["from","to"]') leg WHERE NOT EXISTS (
        SELECT 1 FROM ledger_entries e WHERE e.key = 'correction:' || c.id || ':' || leg.value)`,
  },
] as const;

async function verifyByPeople(db: D1Database): Promise<string[]> {
  const results = await db.batch<Finding>(BY_PEOPLE.map(({ sql }) => db.prepare(sql)));
  return results.flatMap(({ results: rows }, index) =>
    rows.map((row) => describeFinding(BY_PEOPLE[index]?.name ?? '', row)),
  );
}

async function readRows<S extends v.GenericSchema>(
  db: D1Database,
  sql: string,
  values: readonly (string | number)[],
  row: S,
): Promise<v.InferOutput<S>[]> {
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  return v.parse(v.array(row), results);
}
