import { NO_ACCOUNT } from '../../src/features/ledger/payment-kinds.ts';
import { query } from './query.ts';
import { callOperator } from './visitors.ts';
import type { World } from './world.ts';

interface Name {
  name_fa: string;
  name_en: string;
}

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
  paused?: { after: number };
  renews?: { after: boolean };
  purchases?: Name[];
  cards?: string[];
  wallets?: { account: string; after: number }[];
  count?: number;
}

/** A thing of an account, and the name under which its payment sold it. */
interface Owned extends Name {
  key: string;
}

/** The answer to a rehearsal, and what the account had. */
export interface Rehearsal {
  path: string;
  input: Record<string, unknown>;
  preview: Preview | null;
  /** Of a refusal. */
  code: string | null;
  at: number;
  owned: Owned[];
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
  world.shown = { path, input, preview, code: code ?? null, at: world.now, owned: listOwned(world, input) };
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
  count(world, path, preview);
  for (const [name, value] of Object.entries(happened)) {
    const text = JSON.stringify(preview[name as keyof Preview]);
    if (text !== JSON.stringify(value)) world.fail(`${path} showed ${name} ${text}, and did ${JSON.stringify(value)}`);
  }
}

/** Notes that an act and its preview were compared, and what there was to compare. */
function count({ compared }: World, path: string, { purchases = [], cards = [], paused, until }: Preview): void {
  const has = {
    [path]: true,
    ...{ purchases: purchases.length > 0, cards: cards.length > 0 },
    ...{ pauses: (paused?.after ?? 0) > 0, days: isMoved(until) },
  };
  for (const [name, isThere] of Object.entries(has)) if (isThere) compared[name] = (compared[name] ?? 0) + 1;
}

function isMoved(until: { before?: number; after: number } | undefined): boolean {
  return until !== undefined && until.before !== until.after;
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
  if (path === '/operator/corrections' || path === '/operator/debits') {
    const key = path === '/operator/debits' ? `debit:${payment}` : input['key'];
    const correction = find('SELECT id, payment_id AS payment FROM corrections WHERE key = ?', key);
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
    paused: { ...before?.paused, after: one('SELECT paused_until AS value FROM users WHERE id = ?', user) },
    purchases: listMoved(rehearsal.owned, listOwned(world, rehearsal.input)),
    cards: query<{ tail: string }>(
      sqlite,
      `SELECT c.tail FROM gift_cards c JOIN refund_lines x ON x.payment_id = c.payment_id AND x.line = c.line
        WHERE x.refund_id = ? ORDER BY c.line`,
      refund,
    ).map(({ tail }) => tail),
  };
}

function findUser({ sqlite }: World, { payment_id: payment }: Record<string, unknown>): number {
  const sql = 'SELECT user_id AS id FROM payments WHERE id = ?';
  return query<{ id: number }>(sqlite, sql, (payment as string | undefined) ?? null)[0]?.id ?? NO_ACCOUNT;
}

/** All that the buyer has, in the order of the lines of its payments. */
function listOwned(world: World, input: Record<string, unknown>): Owned[] {
  const sql = `SELECT concat(o.payment_id, ' ', o.kind, ' ', o.item_id) AS key, l.name_fa, l.name_en
    FROM purchases o JOIN payment_lines l ON l.payment_id = o.payment_id AND l.kind = o.kind AND l.item_id = o.item_id
    WHERE o.user_id = ? AND (o.ends_at IS NULL OR o.ends_at > ?) ORDER BY l.line`;
  return query<Owned>(world.sqlite, sql, findUser(world, input), world.now);
}

/** Things that the account lost or got back. */
function listMoved(before: readonly Owned[], after: readonly Owned[]): Name[] {
  const subtract = (list: readonly Owned[], other: readonly Owned[]) =>
    list.filter(({ key }) => !other.some((one) => one.key === key));
  return [...subtract(before, after), ...subtract(after, before)].map(({ name_fa, name_en }) => ({ name_fa, name_en }));
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
