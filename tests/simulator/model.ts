import { TRANSFER } from '../../src/features/ledger/payment-kinds.ts';
import { UNDO_SECONDS } from '../../src/platform/config/constants.ts';
import { query } from './query.ts';
import { judgeRefund, readCorrections, readRefunds, type RefundedLine } from './refunds.ts';
import { CODES, DAY, DOWNLOADS, FILMS, PLANS, SCREENING, SERIES, withVat } from './shop.ts';
import { findCollecting } from './collecting.ts';
import { FAIR_COUNTS, Fairness } from './fairness.ts';
import type { Task } from '@pardeh/money-simulator/scheduler';
import { paidAtBank, type SettledRow } from './truth.ts';
import type { World } from './world.ts';

interface Line {
  line: number;
  kind: string;
  item_id: number;
  days: number | null;
  gift: number;
  hours: number | null;
  opens_at: number | null;
  vat: number;
  total: number;
  delivered: number;
}

interface Person {
  wallet: number;
  subscribedUntil: number;
  /** Until when each thing that was bought is owned, by kind and id: a part for each payment; Infinity for good. */
  owned: Map<string, { payment: string; until: number }[]>;
  /** Plans that were bought and have not been given back in full. */
  plans: Set<string>;
}

/** Sums given back of a line so far. */
interface GivenBack {
  toman: number;
  vat: number;
}

/**
 * The expected state, worked out from the payments that settle and the banks' own books alone, in another way than the
 * product does it. Each new settlement is looked at when it comes.
 */
export class Model {
  readonly people: Map<number, Person>;
  /** Settled payments that delivered something with a code, by code and user. */
  readonly uses = new Map<string, number[]>();
  readonly settled: SettledRow[];
  /** Toman that operators have sent to payers outside. */
  sentOutside = 0;
  /** Toman of banks that operators have booked. */
  bookedByHand = 0;
  /** The debt for cards that wait, by payment and line: toman without VAT. */
  readonly owed = new Map<string, number>();
  /** Users who have redeemed a card, by its payment and line. */
  readonly redeemed = new Map<string, number>();
  readonly fairness: Fairness;
  private readonly givenBack = new Map<string, GivenBack>();
  /** Payments, refunded lines and corrections that have been taken in. */
  private readonly seen = new Set<string>();
  /** The key of the request that made each payment, and the payment that delivered for each account and key. */
  private readonly keyByPayment = new Map<string, string>();
  private readonly deliveredByKey = new Map<string, string>();
  /** Ends of purchases that a line of a refund has moved, by refund and line. */
  private readonly ended = new Map<string, { part: { until: number }; until: number }[]>();
  private counted = { made: 0, settled: 0, lines: 0, undone: 0, corrections: 0, fair: '' };
  /** Rows that the connection had changed at the last look. */
  private changes: number | undefined;
  private readonly world: World;

  /** `from`: what was there when the history began. */
  constructor(world: World, from?: Pick<Model, 'people' | 'settled'>) {
    this.world = world;
    this.people = structuredClone(from?.people ?? new Map<number, Person>());
    this.settled = [...(from?.settled ?? [])];
    this.fairness = new Fairness(world, this);
  }

  person(id: number): Person {
    const fresh: Person = { wallet: 0, subscribedUntil: 0, owned: new Map(), plans: new Set() };
    const person = this.people.get(id) ?? fresh;
    this.people.set(id, person);
    return person;
  }

  /** Takes in what was made, has settled and was given back since the last look. */
  follow(task: Task | null = null): void {
    const [total] = query<{ changes: number }>(this.world.sqlite, 'SELECT total_changes() AS changes');
    if (total?.changes === this.changes) return;
    this.changes = total?.changes;
    const [counted] = query<Model['counted']>(this.world.sqlite, COUNTED);
    if (!counted) return;
    const before = this.counted;
    this.counted = counted;
    if (counted.made !== before.made) this.followMade(task);
    if (counted.settled !== this.settled.length) this.followSettled();
    if (counted.lines !== before.lines) {
      for (const one of readRefunds(this.world)) {
        if (this.isNew(`${one.refund_id}:${String(one.line)}`)) this.giveBack(one);
      }
    }
    if (counted.undone !== before.undone) {
      for (const one of readRefunds(this.world)) {
        if (one.undone_at !== null && this.isNew(`undo ${one.refund_id}:${String(one.line)}`)) this.undo(one);
      }
    }
    if (counted.corrections !== before.corrections) {
      for (const { id, from_account, to_account, toman } of readCorrections(this.world)) {
        if (!this.isNew(id)) continue;
        this.correct(from_account, -toman);
        this.correct(to_account, toman);
      }
    }
    if (counted.fair !== before.fair) this.fairness.follow();
  }

  private followSettled(): void {
    const sql = "SELECT * FROM payments WHERE state = 'settled' ORDER BY settled_at, id";
    for (const row of query<SettledRow>(this.world.sqlite, sql)) {
      if (!this.settled.some(({ id }) => id === row.id)) this.settle(row);
    }
  }

  private followMade(task: Task | null): void {
    const { sqlite } = this.world;
    for (const { id } of query<{ id: string }>(sqlite, 'SELECT id FROM payments')) {
      if (!this.isNew(`made ${id}`)) continue;
      if (task?.purchaseKey != null) this.keyByPayment.set(id, task.purchaseKey);
      for (const earlier of findCollecting(sqlite, id)) {
        this.world.fail(`payment ${id} buys what payment ${earlier} is collecting`);
      }
    }
  }

  private isNew(key: string): boolean {
    const isNew = !this.seen.has(key);
    this.seen.add(key);
    return isNew;
  }

  private correct(account: string, toman: number): void {
    if (account.startsWith('wallet:')) this.person(Number(account.slice('wallet:'.length))).wallet += toman;
    if (account.startsWith('outside:')) this.sentOutside += toman;
    if (account.startsWith('bank:')) this.bookedByHand -= toman;
  }

  private giveBack(one: RefundedLine): void {
    const key = `${one.payment_id}:${String(one.line)}`;
    const before = this.givenBack.get(key) ?? { toman: 0, vat: 0 };
    const wrong = judgeRefund(one, before.toman, before.vat);
    if (wrong !== null) this.world.fail(`refund ${one.refund_id} of ${key}: ${wrong}`);
    this.givenBack.set(key, { toman: before.toman + one.toman, vat: before.vat + one.vat });
    const person = this.person(one.user_id);
    const isSale = one.delivered === 1 && one.kind !== 'wallet';
    if (isSale) person.wallet += one.toman;
    if (one.destination === 'outside') {
      person.wallet -= one.toman;
      this.sentOutside += one.toman;
    }
    if (!isSale) return;
    const isFull = before.toman + one.toman === one.line_total;
    if (one.gift === 1) {
      if (!isFull) this.world.fail(`refund ${one.refund_id} gives a part of a gift card back`);
      if (this.redeemed.has(key)) this.world.fail(`refund ${one.refund_id} gives a redeemed gift card back`);
      this.owed.delete(key);
    } else if (one.kind === 'plan') this.takeDaysBack(person, one, isFull);
    else if (isFull) {
      const parts = person.owned.get(toLineKey(one))?.filter(({ payment }) => payment === one.payment_id) ?? [];
      this.ended.set(
        `${one.refund_id}:${String(one.line)}`,
        parts.map((part) => ({ part, until: part.until })),
      );
      for (const part of parts) part.until = Math.min(part.until, one.created_at);
    }
  }

  /** All of it as it was before the refund, which has not left the house. */
  private undo(one: RefundedLine): void {
    const key = `${one.payment_id}:${String(one.line)}`;
    const before = this.givenBack.get(key) ?? { toman: 0, vat: 0 };
    const isFull = before.toman === one.line_total;
    const late = (one.undone_at ?? 0) - one.created_at;
    if (one.destination === 'outside') this.world.fail(`refund ${one.refund_id} went outside and was undone`);
    if (late < 0 || late >= UNDO_SECONDS) this.world.fail(`refund ${one.refund_id} was undone after ${String(late)} s`);
    this.givenBack.set(key, { toman: before.toman - one.toman, vat: before.vat - one.vat });
    const person = this.person(one.user_id);
    person.wallet -= one.toman;
    person.subscribedUntil += one.seconds;
    this.fairness.forget(one.user_id, `refund ${one.refund_id}`);
    if (one.gift === 1) this.owed.set(key, one.line_total - one.line_vat);
    if (isFull && one.gift === 0 && one.kind === 'plan') person.plans.add(one.payment_id);
    for (const { part, until } of this.ended.get(`${one.refund_id}:${String(one.line)}`) ?? []) part.until = until;
  }

  private takeDaysBack(person: Person, one: RefundedLine, isFull: boolean): void {
    person.subscribedUntil -= one.seconds;
    this.fairness.note(one.user_id, one.created_at, `refund ${one.refund_id}`);
    if (isFull) person.plans.delete(one.payment_id);
    const hasOtherDays = this.fairness.hasMoved(one.user_id);
    if (person.plans.size === 0 && !hasOtherDays && person.subscribedUntil > this.world.now) {
      this.world.fail(`every plan of user ${String(one.user_id)} was given back, and they are still subscribed`);
    }
  }

  private settle(payment: SettledRow): void {
    const { id, method, total, reference } = payment;
    const other = this.settled.find((one) => one.method === method && one.reference === reference);
    this.settled.push(payment);
    const lines = query<Line>(this.world.sqlite, 'SELECT * FROM payment_lines WHERE payment_id = ? ORDER BY line', id);
    const fail = (reason: string) => {
      this.world.fail(`payment ${id} (${method}, ${String(total)} toman): ${reason}`);
    };
    if (other && reference !== null) fail(`settled by the transaction that settled ${other.id}`);
    // Of a transfer an operator says so, and no bank is asked.
    const isAsked = method !== 'wallet' && method !== TRANSFER;
    const paid = isAsked ? paidAtBank(this.world, payment) : total * 10;
    if (paid !== total * 10) fail(`settled, but the bank has ${paid === null ? 'nothing' : `${String(paid)} rial`}`);
    if (method === 'direct_debit' && payment.token?.startsWith('payment:') === false) this.expectConsent(payment, fail);
    const hasDelivered = lines.some(({ delivered }) => delivered === 1);
    if (hasDelivered) this.expectFirst(payment, fail);
    const isRedemption = payment.token?.startsWith('gift:') === true;
    if (isRedemption) this.redeem(payment, lines, fail);
    const expected = isRedemption ? 0 : method === TRANSFER ? total : computePrice(payment, lines);
    if (expected !== null && expected !== total) fail(`should cost ${String(expected)}`);
    const person = this.person(payment.user_id);
    if (method !== 'wallet') person.wallet += total;
    const mayKeep = this.mayKeep(payment);
    if (mayKeep && hasDelivered) fail('delivered a part of what it keeps');
    for (const line of lines) {
      const owned = person.owned.get(toLineKey(line))?.some(({ until }) => until > payment.settled_at) ?? false;
      if (line.delivered === 1 && owned) fail(`sold ${toLineKey(line)} again`);
      if (line.delivered === 0 && !owned && !mayKeep) fail(`did not deliver ${toLineKey(line)}`);
      if (line.delivered === 1) this.deliver(person, payment, line);
    }
    if (payment.discount_code !== null && hasDelivered) this.useCode(payment, fail);
  }

  /** A card of a line that was paid and kept, once, for its own days. */
  private redeem({ token, user_id }: SettledRow, lines: readonly Line[], fail: (what: string) => void): void {
    const sql = `SELECT l.payment_id || ':' || l.line AS line, l.days, l.delivered FROM gift_cards c
      JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line WHERE 'gift:' || c.id = ?`;
    const [card] = query<{ line: string; days: number; delivered: number }>(this.world.sqlite, sql, token);
    if (!card || card.delivered !== 1) {
      fail('redeemed a gift card that nobody paid for');
      return;
    }
    if (this.redeemed.has(card.line)) fail(`redeemed ${card.line} again, by user ${String(user_id)}`);
    if ((this.givenBack.get(card.line)?.toman ?? 0) > 0) fail(`redeemed ${card.line}, which was given back`);
    if (lines.length !== 1 || lines[0]?.days !== card.days) fail('gave other days than its gift card');
    this.redeemed.set(card.line, user_id);
    this.owed.delete(card.line);
  }

  /** One key delivers once, however often and by whatever method its purchase is asked for. */
  private expectFirst({ id, user_id }: SettledRow, fail: (what: string) => void): void {
    const key = this.keyByPayment.get(id);
    if (key === undefined) return;
    const accountKey = `${String(user_id)} ${key}`;
    const earlier = this.deliveredByKey.get(accountKey);
    if (earlier !== undefined) fail(`delivered what ${earlier} has delivered for the same key`);
    this.deliveredByKey.set(accountKey, id);
  }

  /** An automatic collection needs an account that is not cancelled. */
  private expectConsent({ user_id, created_at }: SettledRow, fail: (what: string) => void): void {
    const [user] = query<{ cancelled_at: number | null }>(
      this.world.sqlite,
      'SELECT cancelled_at FROM users WHERE id = ?',
      user_id,
    );
    if (user?.cancelled_at != null && user.cancelled_at < created_at) fail('collected from a cancelled account');
    if (this.fairness.isPaused(user_id, created_at)) fail('collected in a pause');
  }

  private deliver(person: Person, { id, user_id, settled_at }: SettledRow, line: Line): void {
    if (line.kind === 'wallet') return;
    person.wallet -= line.total;
    if (line.gift === 1) {
      this.owed.set(`${id}:${String(line.line)}`, line.total - line.vat);
      return;
    }
    if (line.kind === 'plan') {
      person.subscribedUntil = Math.max(person.subscribedUntil, settled_at) + (line.days ?? 0) * DAY;
      person.plans.add(id);
      this.fairness.note(user_id, settled_at, `sale ${id}`);
      this.fairness.plans.push({ user: user_id, at: settled_at, payment: id, plan: line.item_id });
      return;
    }
    const from = Math.max(settled_at, line.opens_at ?? 0);
    const until = line.hours === null ? Infinity : from + line.hours * 3600;
    person.owned.set(toLineKey(line), [...(person.owned.get(toLineKey(line)) ?? []), { payment: id, until }]);
  }

  /** Whether all of a payment's money may stay in the wallet: another took its place, or its code has no use left. */
  private mayKeep(payment: SettledRow): boolean {
    const { problem, superseded_by } = payment;
    if (problem === 'superseded') return superseded_by !== null && superseded_by !== undefined;
    return problem === 'discount_exhausted' && this.isExhausted(payment);
  }

  /** Whether a code may have had no use left for a payment, those counted that others were about to pay with. */
  private isExhausted({ id, user_id, discount_code }: SettledRow): boolean {
    const code = CODES.find((one) => one.code === discount_code);
    if (!code) return false;
    const used = this.uses.get(code.code) ?? [];
    const holders = query<{ user_id: number }>(
      this.world.sqlite,
      `SELECT user_id FROM payments WHERE discount_code = ? AND id <> ?
        AND state IN ('initiated', 'pending', 'verifying')`,
      ...[code.code, id],
    ).map((row) => row.user_id);
    const all = [...used, ...holders];
    return all.length >= code.maxUses || all.filter((user) => user === user_id).length >= code.perUser;
  }

  private useCode({ user_id, discount_code }: SettledRow, fail: (what: string) => void): void {
    const code = CODES.find((one) => one.code === discount_code);
    if (!code) return;
    const users = [...(this.uses.get(code.code) ?? []), user_id];
    this.uses.set(code.code, users);
    if (users.length > code.maxUses) fail(`code ${code.code} was used ${String(users.length)} times`);
    const uses = users.filter((user) => user === user_id).length;
    if (uses > code.perUser) fail(`code ${code.code} was used ${String(uses)} times by one user`);
  }
}

const COUNTED = `SELECT count(*) AS made, coalesce(sum(state = 'settled'), 0) AS settled,
  (SELECT count(*) FROM refund_lines) AS lines, (SELECT count(*) FROM refunds WHERE undone_at IS NOT NULL) AS undone, (SELECT count(*) FROM corrections) AS corrections, ${FAIR_COUNTS} AS fair FROM payments`;

function toLineKey({ kind, item_id }: Pick<Line, 'kind' | 'item_id'>): string {
  return `${kind}:${String(item_id)}`;
}

/** The price of a payment in toman, by the shop's list; null for a wallet charge, whose amount is free. */
function computePrice({ purpose, discount_code }: SettledRow, lines: readonly Line[]): number | null {
  if (purpose === 'wallet') return null;
  const percent = CODES.find(({ code }) => code === discount_code)?.percent ?? 0;
  return lines.reduce((sum, line) => sum + withVat(listPrice(line), percent), 0);
}

function listPrice({ kind, item_id }: Line): number {
  const goods: Record<string, readonly { id: number; price: number }[]> = {
    plan: PLANS,
    title: [...FILMS, SERIES],
    screening: [SCREENING],
    download: DOWNLOADS,
  };
  return goods[kind]?.find(({ id }) => id === item_id)?.price ?? SERIES.episode;
}
