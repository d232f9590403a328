import { LEDGER_RULES } from '../../src/features/ledger/server/rules.ts';
import type { Model } from './model.ts';
import { query } from './query.ts';
import { DAY } from './shop.ts';
import { isStillPaid, listCaptures, type Capture, type SettledRow } from './truth.ts';
import type { World } from './world.ts';

/** The same purchase by the same user within so many seconds is one wish, not two. */
const SAME_WISH_SECONDS = 60;

interface Row {
  what: string;
  amount: number;
}

/** Checks the rules of any moment; adds each breach to the world's failures. */
export function checkAlways(world: World, model: Model): void {
  model.follow();
  checkWallets(world, model);
  checkCards(world, model);
  checkEntitlements(world, model);
  checkSettledStays(world, model);
  for (const payment of model.settled) {
    if (!isStillPaid(world, payment)) world.fail(`payment ${payment.id} is settled, and the bank gave the money back`);
  }
  for (const { text, wasDisturbed, task } of world.log) {
    if (!wasDisturbed && /error|constraint|cannot read|undefined/i.test(text)) world.fail(`${task} logged: ${text}`);
  }
}

/** Checks the rules that hold once everything has had its time. */
export function checkEnd(world: World, model: Model): void {
  checkAlways(world, model);
  const { sqlite } = world;
  for (const { name, sql } of LEDGER_RULES) {
    for (const { what, amount } of query<Row>(sqlite, sql)) world.fail(`${name}: ${what} (${String(amount)})`);
  }
  for (const row of openRows(world)) world.fail(`${row.what} is open for ever`);
  for (const capture of listCaptures(world)) {
    const { order, name, rial, reference } = capture;
    const payment = model.settled.find(
      (one) => one.id === order || one.token === name || (one.method === 'saman' && one.reference === reference),
    );
    if (!payment && !isNamed(world, capture))
      world.fail(`the bank took ${String(rial)} rial (${name}) that are in no settled payment`);
  }
  checkSamePurchase(world, model);
  model.fairness.checkSeen();
  for (const { text } of query<{ text: string }>(sqlite, "SELECT text FROM alarms WHERE kind = 'books'")) {
    world.fail(`the nightly job found: ${text}`);
  }
  for (const { key } of query<{ key: string }>(sqlite, HELD_FOR_EVER)) {
    world.fail(`an operator resolved the debit of ${key}, and it is still held`);
  }
  checkRevoked(world);
  checkGivenUp(world);
}

const HELD_FOR_EVER = `SELECT c.key FROM direct_debit_charges c JOIN payments p ON p.token = c.key || ':' || c.attempts
  JOIN corrections x ON x.payment_id = p.id WHERE c.state = 'held'`;

/** A user who wants to be renewed, and has a bank and money for it, is subscribed after the cron's last tick, unless an operator
 * ended the collection. */
export function checkRenewed(world: World): void {
  const rows = query<{ user_id: number }>(
    world.sqlite,
    `SELECT s.user_id FROM direct_debit_settings s JOIN users u ON u.id = s.user_id
      WHERE s.subscription = 1 AND u.cancelled_at IS NULL AND u.subscribed_until <= ?
        AND EXISTS (SELECT 1 FROM mandates m WHERE m.user_id = u.id AND m.state = 'active')
        AND NOT EXISTS (SELECT 1 FROM direct_debit_charges c WHERE c.user_id = u.id AND c.state = 'held')
        AND NOT EXISTS (SELECT 1 FROM corrections x JOIN payments p ON p.id = x.payment_id
          JOIN direct_debit_charges c ON p.token = c.key || ':' || c.attempts AND c.state = 'done'
          WHERE p.user_id = u.id AND p.state = 'failed')
        AND NOT ${waitsForMonth('u.id', world.now)}`,
    world.now,
  );
  for (const { user_id } of rows) world.fail(`user ${String(user_id)} wants to be renewed, and was not`);
}

/**
 * After a tick that began at `began`: a collection that lost its worker before the provider was asked was taken again when
 * its time had come.
 */
export function checkLostCollections(world: World, began: number): void {
  const rows = query<{ key: string }>(
    world.sqlite,
    `SELECT key FROM direct_debit_charges c WHERE state = 'sent' AND next_try_at <= ? AND NOT EXISTS (
      SELECT 1 FROM payments p WHERE p.token = c.key || ':' || c.attempts AND p.state <> 'initiated')`,
    began,
  );
  for (const { key } of rows) world.fail(`the collection ${key} lost its worker, and nobody took it again`);
}

/** A debit that the provider may still collect, by its own book, is not given up, unless it was asked for late. */
function checkGivenUp({ sqlite, network, fail }: World): void {
  const ended = `SELECT 1 FROM payments
    WHERE token = ? AND state IN ('failed', 'cancelled', 'expired') AND created_at > ?`;
  for (const { trackId, status, at } of network.vandar.withdrawals.values()) {
    const isOpen = status === 'INIT' || status === 'PENDING';
    if (isOpen && query(sqlite, ended, trackId, at - ASKED_SECONDS).length > 0) {
      fail(`withdrawal ${trackId} may still be collected, and its payment was given up`);
    }
  }
}

/** A request that takes longer than this to reach the provider is not waited for. */
const ASKED_SECONDS = 30 * 60;

/** A bank that its user has removed may not be collected from any more, by the provider's own book, or a person knows. */
function checkRevoked(world: World): void {
  const rows = query<{ id: string; authorization_id: string }>(
    world.sqlite,
    `SELECT id, authorization_id FROM mandates m WHERE state = 'cancelled' AND authorization_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM alarms a WHERE a.kind = 'mandate_not_revoked'
        AND instr(a.key, m.authorization_id) + instr(a.key, m.id) > 0)`,
  );
  for (const { id, authorization_id } of rows) {
    const authorization = world.network.vandar.authorizations.get(authorization_id);
    if (authorization?.state === 'active') world.fail(`mandate ${id} was removed, and its authorization is still good`);
  }
}

/** Whether an alarm tells a person of the money that a bank has for this order, by its reference or its track id. */
function isNamed({ sqlite }: World, { order, name, reference }: Capture): boolean {
  const rows = query(
    sqlite,
    `SELECT 1 FROM alarms a LEFT JOIN payments p ON p.id = a.payment_id
      WHERE (a.kind IN ('not_given_back', 'paid_twice', 'debit_stuck', 'reference_used') OR a.text LIKE '%NOT given back%')
        AND (p.id = ? OR p.token = ? OR instr(a.text, ?))`,
    ...[order, name, reference],
  );
  return rows.length > 0;
}

/** SQL: whether a user has had as many withdrawals as were agreed to for a month, so that the next one waits. */
function waitsForMonth(user: string, now: number): string {
  return `coalesce((SELECT count(*) >= max(m.count_per_month)
    FROM mandates m JOIN mandate_withdrawals w ON w.mandate_id = m.id
    WHERE m.user_id = ${user} AND m.state = 'active' AND w.requested_at > ${String(now - 31 * DAY)}), 0)`;
}

/** Rows that are not over yet: payments, cases of a fault, and collections that are due or on their way. A pause lasts. */
export function openRows({ sqlite, now }: World): { what: string }[] {
  return query<{ what: string }>(
    sqlite,
    `SELECT 'payment ' || id || ' (' || state || ')' AS what FROM payments
      WHERE state IN ('initiated', 'pending', 'verifying')
      UNION ALL SELECT 'charge ' || key || ' (' || state || ')' FROM direct_debit_charges
      WHERE state = 'sent' OR (state = 'due' AND NOT ${waitsForMonth('direct_debit_charges.user_id', now)}
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = direct_debit_charges.user_id AND u.paused_until > ${String(now)}))
      UNION ALL SELECT 'case ' || id || ' (' || state || ')' FROM compensation_cases WHERE state IN ('observed', 'running')
      UNION ALL SELECT 'revocation ' || authorization_id FROM mandate_revocations`,
  );
}

/** A settled payment stays as it was in that moment. */
function checkSettledStays({ sqlite, fail }: Pick<World, 'sqlite' | 'fail'>, { settled }: Model): void {
  const rows = query<SettledRow>(sqlite, "SELECT * FROM payments WHERE state = 'settled'");
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, settled_at, total, reference, problem } of settled) {
    const row = byId.get(id);
    const isUnchanged = row?.settled_at === settled_at && row.total === total && row.reference === reference;
    if (!isUnchanged || row.problem !== problem) fail(`payment ${id} has changed since it settled`);
  }
}

function checkWallets(world: World, model: Model): void {
  const { sqlite } = world;
  const rows = query<{ account: string; amount: number }>(
    sqlite,
    'SELECT account, sum(amount) AS amount FROM ledger_entries GROUP BY account',
  );
  const sum = rows.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0) world.fail(`all entries sum to ${String(sum)}`);
  const wallets = rows.filter(({ account }) => account.startsWith('wallet:'));
  for (const { account, amount } of wallets) {
    const expected = model.person(Number(account.slice('wallet:'.length))).wallet;
    if (amount < 0) world.fail(`${account} is at ${String(amount)}`);
    if (amount !== expected) world.fail(`${account} is at ${String(amount)}, should be at ${String(expected)}`);
  }
  const banks = rows.filter(({ account }) => account.startsWith('bank:'));
  const received = model.settled.filter(({ method }) => method !== 'wallet').reduce((all, { total }) => all + total, 0);
  const booked = -banks.reduce((all, { amount }) => all + amount, 0);
  const expectedOfBanks = received + model.bookedByHand;
  if (booked !== expectedOfBanks)
    world.fail(`booked ${String(booked)} from banks, expected ${String(expectedOfBanks)}`);
  const outside = rows
    .filter(({ account }) => account.startsWith('outside:'))
    .reduce((all, one) => all + one.amount, 0);
  if (outside !== model.sentOutside) {
    world.fail(`booked ${String(outside)} to the outside, sent ${String(model.sentOutside)}`);
  }
}

/** The books owe the cards that wait, and nothing else; each card has the one user who redeemed it. */
function checkCards({ sqlite, fail }: World, { owed, redeemed }: Model): void {
  const [books] = query<{ amount: number; used: number }>(
    sqlite,
    `SELECT (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account = 'gift_cards') AS amount,
      (SELECT count(*) FROM gift_redemptions) AS used`,
  );
  const expected = [...owed.values()].reduce((all, one) => all + one, 0);
  if (books?.amount !== expected) fail(`${String(books?.amount)} toman owed for cards, should be ${String(expected)}`);
  if (books?.used !== redeemed.size) fail(`${String(books?.used)} cards redeemed, should be ${String(redeemed.size)}`);
}

function checkEntitlements(world: World, model: Model): void {
  const { sqlite } = world;
  const owned = query<{ user_id: number; kind: string; item_id: number; ends_at: number | null }>(
    sqlite,
    'SELECT user_id, kind, item_id, max(coalesce(ends_at, 9e15)) AS ends_at FROM purchases GROUP BY 1, 2, 3',
  );
  const expected = [...model.people.values()].reduce((all, person) => all + person.owned.size, 0);
  if (owned.length !== expected) world.fail(`${String(owned.length)} things owned, ${String(expected)} paid for`);
  for (const { user_id, kind, item_id, ends_at } of owned) {
    const parts = model.person(user_id).owned.get(`${kind}:${String(item_id)}`) ?? [];
    const until = Math.max(...parts.map((part) => part.until));
    if (until !== (ends_at === 9e15 ? Infinity : ends_at)) {
      world.fail(
        `user ${String(user_id)} has ${kind} ${String(item_id)} until ${String(ends_at)}, not ${String(until)}`,
      );
    }
  }
  for (const { id, subscribed_until } of query<{ id: number; subscribed_until: number }>(
    sqlite,
    'SELECT id, subscribed_until FROM users',
  )) {
    const until = model.person(id).subscribedUntil;
    if (until !== subscribed_until) {
      world.fail(`user ${String(id)} is subscribed until ${String(subscribed_until)}, should be ${String(until)}`);
    }
  }
}

/** Of two clicks on the same purchase, one takes money by itself. */
function checkSamePurchase(world: World, model: Model): void {
  const automatic = model.settled.filter(
    ({ method, token, total }) =>
      total > 0 && (method === 'wallet' || (method === 'direct_debit' && token?.startsWith('payment:') === true)),
  );
  const seen = new Map<string, { id: string; created_at: number }>();
  for (const { id, user_id, created_at, discount_code } of automatic.sort((a, b) => a.created_at - b.created_at)) {
    const [lines] = query<{ what: string }>(
      world.sqlite,
      "SELECT group_concat(kind || gift || item_id, ' ') AS what FROM payment_lines WHERE payment_id = ? AND kind <> 'wallet'",
      id,
    );
    // With a code it costs something else: that is another wish.
    const key = `${String(user_id)} ${lines?.what ?? ''} ${discount_code ?? ''}`;
    const before = seen.get(key);
    // A line that an operator gave back, in part too, may be bought again at once.
    const isGivenBack =
      before !== undefined &&
      query(world.sqlite, 'SELECT 1 FROM refunds WHERE payment_id = ? AND created_at <= ?', before.id, created_at)
        .length > 0;
    if (before !== undefined && !isGivenBack && created_at - before.created_at < SAME_WISH_SECONDS) {
      const seconds = String(created_at - before.created_at);
      world.fail(`payment ${id} took money for ${key} again, ${seconds} s after the first`);
    }
    seen.set(key, { id, created_at });
  }
}
