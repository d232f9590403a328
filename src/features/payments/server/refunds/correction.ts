import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { getWalletUser, isLedgerAccount } from '../../../ledger/ledger.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { rehearse } from '../../../../platform/db/rehearse.ts';
import { isRefusedBy, retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';

export interface CorrectionRequest {
  key: string;
  from: string;
  to: string;
  toman: number;
  payment_id: string | null;
  tracking: string | null;
  reason: string;
}

const correctionRow = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  toman: v.number(),
  payment_id: v.nullable(v.string()),
  tracking: v.nullable(v.string()),
  created_at: v.number(),
});
export type Correction = v.InferOutput<typeof correctionRow>;

interface CorrectionOptions {
  /** Join the batch, and may not depend on this call inserting the row. */
  extraStatements?: readonly SQL[];
  /** Toman of 24 hours without a second person, all operators together; null: no bound. */
  maxAlone?: number | null;
}

type Context = { db: Database; now: number };

/** Once for each key. Fails with `account_invalid`, `payment_unknown`, `wallet_insufficient`, `tracking_used`, `key_used` or
 * `approval_required`. */
export async function correctLedger(
  context: Context,
  request: CorrectionRequest,
  operator: string,
  options: CorrectionOptions = {},
): Promise<Outcome<Correction, ErrorCode>> {
  const { db } = context;
  const prepared = await prepareCorrection(context, request, operator, options);
  if (!prepared.ok) return prepared;
  if ('earlier' in prepared.value) return ok(prepared.value.earlier);
  const { statements } = prepared.value;
  const written = await refuseByRule(retryWrite(() => batch(db, statements)));
  if (!written.ok) return written;
  const correction = await findCorrection(db, request.key);
  if (correction) return resolveRepeat(correction, request);
  return fail(await findReason(context, request, options));
}

/** The entries of `correctLedger`, by its statements, which are rolled back. Fails as it does. */
export async function rehearseCorrection(
  context: Context,
  request: CorrectionRequest,
  operator: string,
  extraStatements: readonly SQL[] = [],
): Promise<Outcome<RehearsedCorrection, ErrorCode>> {
  const { db } = context;
  const prepared = await prepareCorrection(context, request, operator, { extraStatements });
  if (!prepared.ok) return prepared;
  if ('earlier' in prepared.value) return fail('key_used');
  const { id, statements } = prepared.value;
  const accounts = [request.from, request.to].filter((account) => getWalletUser(account) !== null);
  const balances = sql`(SELECT json_group_array(balance) FROM (
    SELECT (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account = w.value) AS balance
    FROM json_each(${JSON.stringify(accounts)}) w ORDER BY w.key))`;
  const [{ before, payer, alone }] = v.parse(
    v.tuple([v.object({ before: balanceList, payer: v.nullable(v.number()), alone: v.number() })]),
    await db.all(sql`SELECT ${balances} AS before, ${sumAlone(context.now)} AS alone,
      (SELECT user_id FROM payments WHERE id = ${request.payment_id}) AS payer`),
  );
  const result = sql`json_object(
    'entries', (SELECT json_group_array(json_object('account', account, 'amount', amount)) FROM (SELECT account, amount
      FROM ledger_entries WHERE key IN (${`correction:${id}:from`}, ${`correction:${id}:to`}) ORDER BY id)),
    'balances', ${balances})`;
  const written = await refuseByRule(rehearse(db, statements, result));
  if (!written.ok) return written;
  if (written.value === null) return fail('key_used');
  const { entries, balances: after } = v.parse(rehearsal, written.value);
  if (entries.length === 0) return fail(await findReason(context, request, {}));
  return ok({
    preview: {
      entries,
      wallets: accounts.map((account, at) => ({ account, before: before[at] ?? 0, after: after[at] ?? 0 })),
    },
    userId: getWalletUser(request.to) ?? payer ?? getWalletUser(request.from),
    aloneAfter: alone + request.toman,
    statements,
    result,
    text: written.value,
  });
}

const balanceList = v.pipe(v.string(), v.parseJson(), v.array(v.number()));
const rehearsal = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    entries: v.array(v.object({ account: v.string(), amount: v.number() })),
    balances: v.array(v.number()),
  }),
);

export interface RehearsedCorrection {
  preview: {
    entries: { account: string; amount: number }[];
    wallets: { account: string; before: number; after: number }[];
  };
  /** Whose money it is. */
  userId: number | null;
  /** Toman of 24 hours without a second person, with this one. */
  aloneAfter: number;
  statements: readonly SQL[];
  result: SQL;
  text: string;
}

const DAY_SECONDS = 24 * 60 * 60;

/** Approved ones are not of one person. */
const sumAlone = (now: number) => sql`(SELECT coalesce(sum(c.toman), 0) FROM corrections c
  WHERE c.created_at > ${now - DAY_SECONDS} AND c.key NOT IN (
    SELECT CASE a.kind WHEN 'debit' THEN 'debit:' || a.subject ELSE a.key END
    FROM approvals a JOIN approval_decisions d ON d.approval_id = a.id
    WHERE a.kind IN ('correction', 'debit') AND d.decision = 'approved'))`;

async function prepareCorrection(
  { db, now }: Context,
  request: CorrectionRequest,
  operator: string,
  { extraStatements = [], maxAlone = null }: CorrectionOptions,
): Promise<Outcome<{ earlier: Correction } | { id: string; statements: readonly SQL[] }, ErrorCode>> {
  const { key, from, to, toman, payment_id, tracking, reason } = request;
  if (from === to || !isLedgerAccount(from) || !isLedgerAccount(to)) return fail('account_invalid');
  const earlier = await findCorrection(db, key);
  if (earlier) {
    const repeat = resolveRepeat(earlier, request);
    return repeat.ok ? ok({ earlier: repeat.value }) : repeat;
  }
  const id = randomId();
  const users = [from, to].map(getWalletUser).filter((user) => user !== null);
  const insertLeg = (
    name: 'from' | 'to',
  ) => sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
    SELECT 'correction:' || c.id || ':' || ${name}, 'correction:' || c.id,
      ${name === 'from' ? sql`c.from_account, -c.toman` : sql`c.to_account, c.toman`}, coalesce(c.payment_id, ''), c.created_at
    FROM corrections c WHERE c.id = ${id}
      AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.key = 'correction:' || c.id || ':' || ${name})`;
  const insert = sql`INSERT INTO corrections (id, key, from_account, to_account, toman, payment_id, tracking, reason,
      operator, created_at)
    SELECT ${id}, ${key}, ${from}, ${to}, ${toman}, ${payment_id}, ${tracking}, ${reason}, ${operator}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM corrections WHERE key = ${key})
      AND (${payment_id} IS NULL OR EXISTS (SELECT 1 FROM payments WHERE id = ${payment_id}))
      AND (${maxAlone} IS NULL OR ${sumAlone(now)} + ${toman} <= ${maxAlone})
      AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(users)}) w
        WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = w.value))`;
  return ok({ id, statements: [insert, insertLeg('from'), insertLeg('to'), ...extraStatements] });
}

/** Null where another correction has the key. */
async function refuseByRule<T>(write: Promise<T>): Promise<Outcome<T | null, ErrorCode>> {
  try {
    return ok(await write);
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'corrections.tracking')) return fail('tracking_used');
    if (!isRefusedBy(error, 'corrections.key')) throw error;
    return ok(null);
  }
}

/** Of a statement that inserted nothing. */
async function findReason(
  { db, now }: Context,
  { payment_id, toman }: CorrectionRequest,
  { maxAlone = null }: CorrectionOptions,
): Promise<ErrorCode> {
  const [facts] = await db.all<{ known: number; alone: number }>(
    sql`SELECT (${payment_id} IS NULL OR EXISTS (SELECT 1 FROM payments WHERE id = ${payment_id})) AS known,
      ${sumAlone(now)} AS alone`,
  );
  if (facts?.known !== 1) return 'payment_unknown';
  return maxAlone !== null && facts.alone + toman > maxAlone ? 'approval_required' : 'account_invalid';
}

async function findCorrection(db: Database, key: string): Promise<Correction | undefined> {
  const rows = await db.all(sql`SELECT id, from_account AS "from", to_account AS "to", toman, payment_id, tracking,
    created_at FROM corrections WHERE key = ${key}`);
  return v.parse(v.array(correctionRow), rows)[0];
}

function resolveRepeat(
  correction: Correction,
  { from, to, toman, payment_id, tracking }: CorrectionRequest,
): Outcome<Correction, ErrorCode> {
  const isDuplicate =
    correction.from === from &&
    correction.to === to &&
    correction.toman === toman &&
    correction.payment_id === payment_id &&
    correction.tracking === tracking;
  return isDuplicate ? ok(correction) : fail('key_used');
}
