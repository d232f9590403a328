import { NO_ACCOUNT } from '../../src/features/ledger/payment-kinds.ts';
import { query } from './query.ts';
import { callOperator } from './visitors.ts';
import type { World } from './world.ts';

interface Line {
  line: number;
  toman: number;
  vat: number;
  seconds: number;
}

/** Of a refund, its undo, a correction or a batch of gift cards, as far as the act has it. */
interface Preview {
  entries: { account: string; amount: number }[];
  lines?: Line[];
  wallet?: { after: number };
  until?: { after: number };
  renews?: { after: boolean };
  purchases?: unknown[];
  cards?: unknown[];
  wallets?: { account: string; after: number }[];
  count?: number;
}

/** The answer to a rehearsal, and what the account had. */
export interface Rehearsal {
  path: string;
  input: Record<string, unknown>;
  preview: Preview | null;
  /** Of a refusal. */
  code: string | null;
  at: number;
  owned: number;
}

/** Asks what an act would do, where no other request is under way that could come between. */
export async function rehearse(world: World, path: string, input: Record<string, unknown>): Promise<void> {
  if (!world.scheduler.isIdle) return;
  const changes = countChanges(world, path);
  const { data, code } = await callOperator(world, `${path}/rehearse`, input);
  if (countChanges(world, path) !== changes) world.fail(`the rehearsal of ${path} has written something`);
  // It happened before.
  if (code === 'undo_done') return;
  const preview = (data as Preview | undefined) ?? null;
  world.shown = { path, input, preview, code: code ?? null, at: world.now, owned: countOwned(world, input) };
}

/** Shown and made are the same, and a refused act is not made. An act that has not ended yet is not judged. */
export function checkShown(world: World): void {
  const { shown } = world;
  world.shown = null;
  if (shown === null) return;
  const event = findEvent(world, shown);
  const { preview, path, code } = shown;
  if (event === null) {
    if (preview !== null && world.scheduler.isIdle) world.fail(`${path} was shown and did not happen`);
    return;
  }
  if (preview === null) {
    world.fail(`${path} happened, and its rehearsal said ${String(code)}`);
    return;
  }
  const happened = readOutcome(world, shown, event);
  for (const [name, value] of Object.entries(happened)) {
    const text = JSON.stringify(preview[name as keyof Preview]);
    if (text !== JSON.stringify(value)) world.fail(`${path} showed ${name} ${text}, and did ${JSON.stringify(value)}`);
  }
}

interface Event {
  /** Of the ledger's entries. */
  name: string;
  /** Of the refund; null for another act. */
  refund: string | null;
  payment: string | null;
}

function findEvent({ sqlite }: World, { path, input }: Rehearsal): Event | null {
  const find = (sql: string, value: unknown) =>
    query<{ id: string; payment: string | null }>(sqlite, sql, value as string)[0];
  const payment = String(input['payment_id']);
  if (path === '/operator/refunds') {
    const refund = find('SELECT id, payment_id AS payment FROM refunds WHERE key = ?', input['key']);
    return refund ? { name: `refund:${refund.id}`, refund: refund.id, payment } : null;
  }
  if (path === '/operator/refunds/undo') {
    const refund = find(
      'SELECT id, payment_id AS payment FROM refunds WHERE id = ? AND undone_at IS NOT NULL',
      input['refund'],
    );
    return refund ? { name: `undo:${refund.id}`, refund: refund.id, payment } : null;
  }
  if (path === '/operator/corrections') {
    const correction = find('SELECT id, payment_id AS payment FROM corrections WHERE key = ?', input['key']);
    return correction ? { name: `correction:${correction.id}`, refund: null, payment: null } : null;
  }
  const batch = find('SELECT payment_id AS id, payment_id AS payment FROM gift_batches WHERE key = ?', input['key']);
  return batch ? { name: '', refund: null, payment: batch.id } : null;
}

/** The same facts from the tables, in the order of the preview. */
function readOutcome(world: World, rehearsal: Rehearsal, { name, refund, payment }: Event): Partial<Preview> {
  const { sqlite } = world;
  const user = findUser(world, rehearsal.input);
  const one = (sql: string, ...values: (string | number)[]) =>
    query<{ value: number }>(sqlite, sql, ...values)[0]?.value ?? 0;
  const sumWallet = (account: string) =>
    one('SELECT coalesce(sum(amount), 0) AS value FROM ledger_entries WHERE account = ?', account);
  // Of a batch the entries of an account are one sum.
  const isBatch = payment !== null && (refund === null || user === NO_ACCOUNT);
  const grouping = isBatch ? 'GROUP BY account HAVING sum(amount) <> 0' : 'GROUP BY id';
  const where = refund === null && payment !== null ? 'payment_id = ?' : 'event = ?';
  const entries = query<Preview['entries'][number]>(
    sqlite,
    `SELECT account, sum(amount) AS amount FROM ledger_entries WHERE ${where} ${grouping} ORDER BY min(id)`,
    refund === null && payment !== null ? payment : name,
  ).map(({ account, amount }) => ({ account, amount }));
  if (refund === null) {
    if (payment !== null)
      return { entries, count: one('SELECT count(*) AS value FROM gift_cards WHERE payment_id = ?', payment) };
    const wallets = rehearsal.preview?.wallets?.map((wallet) => ({ ...wallet, after: sumWallet(wallet.account) }));
    return { entries, ...(wallets && { wallets }) };
  }
  const lines = query<Line>(
    sqlite,
    'SELECT line, toman, vat, seconds FROM refund_lines WHERE refund_id = ? ORDER BY line',
    refund,
  );
  const before = rehearsal.preview;
  return {
    entries,
    lines: lines.map(({ line, toman, vat, seconds }) => ({ line, toman, vat, seconds })),
    wallet: { ...before?.wallet, after: sumWallet(`wallet:${String(user)}`) },
    until: { ...before?.until, after: one('SELECT subscribed_until AS value FROM users WHERE id = ?', user) },
    renews: {
      ...before?.renews,
      after: one('SELECT subscription AS value FROM direct_debit_settings WHERE user_id = ?', user) === 1,
    },
    ...(before?.purchases?.length !== Math.abs(countOwned(world, rehearsal.input) - rehearsal.owned) && {
      purchases: [],
    }),
    ...(before?.cards?.length !==
      one(
        `SELECT count(*) AS value FROM refund_lines x JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line
          WHERE x.refund_id = ? AND l.gift = 1`,
        refund,
      ) && { cards: [] }),
  };
}

function findUser({ sqlite }: World, { payment_id: payment }: Record<string, unknown>): number {
  const sql = 'SELECT user_id AS id FROM payments WHERE id = ?';
  return query<{ id: number }>(sqlite, sql, (payment as string | undefined) ?? null)[0]?.id ?? NO_ACCOUNT;
}

function countOwned(world: World, input: Record<string, unknown>): number {
  const sql = 'SELECT count(*) AS n FROM purchases WHERE user_id = ? AND (ends_at IS NULL OR ends_at > ?)';
  return query<{ n: number }>(world.sqlite, sql, findUser(world, input), world.now)[0]?.n ?? 0;
}

/** Rows of money: the trail and the limits write at every call. */
function countChanges({ sqlite }: World, path: string): string {
  const tables = [
    'ledger_entries',
    'refund_lines',
    'corrections',
    'gift_cards',
    path.includes('undo') ? 'refunds' : 'payments',
  ];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(", ' ', ");
  return query<{ text: string }>(sqlite, `SELECT concat(${counts}) AS text`)[0]?.text ?? '';
}
