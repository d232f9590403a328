import { expect, it } from 'vitest';
import { Random } from '@pardeh/money-simulator/random';
import { rehearseRefund } from '../../../src/features/payments/server/refunds/refund.ts';
import { rehearseUndo, undoRefund } from '../../../src/features/payments/server/refunds/undo.ts';
import { buyCart, buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { pauseSubscription, resumeSubscription } from '../../../src/features/subscription/contract.ts';
import { addRow } from '../../support/database/rows.ts';
import { BONUS_PLAN, DOWNLOADS, FILM, OTHER_FILM, PLAN, SCREENED, type Visitor } from '../../support/money/money.ts';
import { openGifts } from '../../support/money/gifts.ts';
import { code, outside, part } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? 12);
const STEPS = 22;
const DAY = 24 * 60 * 60;
const { site, db, refund, correct, owned, buyCards, redeem } = await openGifts();

const context = () => ({ db, now: site.clock.now });
const undo = (payment_id: string, id: string) => undoRefund(context(), { payment_id, refund: id }, 'ali', () => []);

/** All that a refund changes, but for the rows that are only added. */
async function readState({ id }: Visitor): Promise<unknown> {
  const read = async (text: string, ...values: (string | number)[]) => (await site.sql(text, ...values).all()).results;
  const ofUser = 'payment_id IN (SELECT id FROM payments WHERE user_id = ?)';
  return {
    users: await read('SELECT subscribed_until, paused_until FROM users WHERE id = ?', id),
    purchases: await read('SELECT * FROM purchases WHERE user_id = ? ORDER BY kind, item_id, payment_id', id),
    pauses: await read('SELECT * FROM subscription_pauses WHERE user_id = ? ORDER BY id', id),
    renewal: await read('SELECT subscription FROM direct_debit_settings WHERE user_id = ?', id),
    payments: await read('SELECT * FROM payments WHERE user_id = ? ORDER BY id', id),
    lines: await read(`SELECT * FROM payment_lines WHERE ${ofUser} ORDER BY payment_id, line`, id),
    refunded: await read(
      `SELECT payment_id, line, sum(toman), sum(vat), sum(seconds) FROM refund_lines WHERE ${ofUser} AND undone = 0
        GROUP BY 1, 2`,
      id,
    ),
    ledger: await read(
      `SELECT payment_id, account, sum(amount) AS amount FROM ledger_entries WHERE ${ofUser} OR account = 'wallet:' || ?
        GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2`,
      id,
      id,
    ),
  };
}

const listEntries = async (event: string) =>
  (await site.sql('SELECT account, amount FROM ledger_entries WHERE event = ? ORDER BY id', event).all()).results;

/** Names of what is owned now, a part for each payment. */
async function listOwned({ id }: Visitor): Promise<string[]> {
  const { results } = await site
    .sql(
      `SELECT l.name_en AS name FROM purchases o JOIN payment_lines l ON l.payment_id = o.payment_id
        AND l.kind = o.kind AND l.item_id = o.item_id WHERE o.user_id = ? AND (o.ends_at IS NULL OR o.ends_at > ?) ORDER BY l.line`,
      id,
      site.clock.now,
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function listVoidTails(refundId: string): Promise<string[]> {
  const { results } = await site
    .sql(
      `SELECT c.tail FROM refund_lines x JOIN gift_cards c ON c.payment_id = x.payment_id AND c.line = x.line
        WHERE x.refund_id = ? ORDER BY x.line`,
      refundId,
    )
    .all<{ tail: string }>();
  return results.map(({ tail }) => tail);
}

async function readPerson(who: Visitor) {
  const [person] = (
    await site
      .sql(
        `SELECT subscribed_until, paused_until, (SELECT subscription FROM direct_debit_settings WHERE user_id = u.id) AS renews
          FROM users u WHERE id = ?`,
        who.id,
      )
      .all<{ subscribed_until: number; paused_until: number; renews: number | null }>()
  ).results;
  return {
    wallet: { after: await site.wallet(who) },
    until: { after: person?.subscribed_until },
    paused: { after: person?.paused_until },
    renews: { after: person?.renews === 1 },
  };
}

async function play(seed: number): Promise<number> {
  const random = new Random(seed);
  const trial = random.chance(50) ? site.clock.now + 7 * DAY : 0;
  const who = await site.visitor({ subscribedUntil: trial });
  await addRow(site.env.DB, 'direct_debit_settings', { user_id: who.id, subscription: random.chance(50) ? 1 : 0 });
  await addRow(site.env.DB, 'mandates', {
    id: `mandate-${String(who.id)}`,
    user_id: who.id,
    token: `t-${String(who.id)}`,
  });
  await topUp(site, who, 3_000_000);
  const payments: string[] = [];
  const buy = async (...[call, input]: Parameters<typeof site.ask>) => {
    const response = await site.ask(call, { ...(input as object), payment_method: 'wallet' }, who);
    if (!response.ok) return;
    const { data } = await response.json<{ data: { payment: { id: string } } }>();
    payments.push(data.payment.id);
  };
  let undone = 0;
  let keys = 0;

  const refundAndUndo = async () => {
    if (payments.length === 0) return;
    const id = random.pick(payments);
    const toman = random.pick([1, 3333, 20_000]);
    const wanted = random.chance(50) ? {} : part(toman, 0, random.below(40));
    const before = await readState(who);
    keys += 1;
    const key = `shown-${String(seed)}-${String(keys)}`;
    const base = { payment_id: id, destination: 'wallet', tracking: null, reason: 'asked', lines: null, key } as const;
    const owned = await listOwned(who);
    const rehearsal = await rehearseRefund(context(), { ...base, ...wanted }, 'ali');
    expect(await readState(who), `seed ${String(seed)} ${id}`).toEqual(before);
    const made = await refund(id, { ...wanted, key });
    expect(code(rehearsal), `seed ${String(seed)} ${id}`).toBe(code(made));
    if (!made.ok) return;
    const after = await listOwned(who);
    expect(rehearsal.ok && rehearsal.value.preview, `seed ${String(seed)} ${id}`).toMatchObject({
      entries: await listEntries(`refund:${made.value.id}`),
      lines: made.value.lines,
      ...(await readPerson(who)),
      purchases: owned.filter((name) => !after.includes(name)).map((name) => ({ name_en: name })),
      cards: await listVoidTails(made.value.id),
    });
    if (random.chance(30)) return;
    site.clock.now += random.below(599);
    const entries = await site.count('ledger_entries');
    const request = { payment_id: id, refund: made.value.id };
    const preview = await rehearseUndo(context(), request, 'ali');
    expect(await site.count('ledger_entries'), `seed ${String(seed)}`).toBe(entries);
    const label = `seed ${String(seed)} ${id}`;
    expect(code(await undo(id, made.value.id)), label).toBe('ok');
    expect(await readState(who), label).toEqual(before);
    expect(preview.ok && preview.value).toMatchObject({
      entries: await listEntries(`undo:${made.value.id}`),
      lines: made.value.lines,
      ...(await readPerson(who)),
    });
    expect(code(await undo(id, made.value.id)), label).toBe('undo_done');
    undone += 1;
  };

  const steps = {
    film: () => buy(buyTitle, { id: random.pick([FILM.id, OTHER_FILM.id, SCREENED.id]) }),
    plan: () => buy(buyPlan, { plan_id: random.pick([PLAN.id, BONUS_PLAN.id]) }),
    cart: () => buy(buyCart, { items: DOWNLOADS.map(({ id }) => id) }),
    card: async () => {
      const { payment } = await buyCards(who);
      payments.push(payment.id);
    },
    pause: () =>
      site.ask(pauseSubscription, { key: `pause-${String(seed)}-${String(site.clock.now)}`, months: 1 }, who),
    resume: () => site.ask(resumeSubscription, {}, who),
    refund: refundAndUndo,
  };
  for (let step = 0; step < STEPS; step += 1) {
    site.clock.now += random.pick([1, 61, 3600, DAY, 9 * DAY]);
    await steps[random.weighted({ film: 4, plan: 5, cart: 2, card: 2, pause: 2, resume: 1, refund: 9 })]();
  }
  return undone;
}

it(`leaves everything as before in ${String(HISTORIES)} histories: what was shown is what happened, and the books hold`, async () => {
  let undone = 0;
  for (let seed = 1; seed <= HISTORIES; seed += 1) undone += await play(seed);
  expect(undone).toBeGreaterThan(HISTORIES);
  expect(await site.books()).toEqual([]);
}, 240_000);

it('leaves renewing off that its owner turned off, and where no bank is saved any more', async () => {
  const turn = (user: Visitor, to: 0 | 1) =>
    site.sql('UPDATE direct_debit_settings SET subscription = ? WHERE user_id = ?', to, user.id).run();
  const isRenewing = (user: Visitor) =>
    site.count('direct_debit_settings WHERE user_id = ? AND subscription = 1', user.id);
  const film = await buyRefunded();
  await addRow(site.env.DB, 'direct_debit_settings', { user_id: film.who.id, subscription: 0 });
  expect(code(await undo(film.id, film.refundId))).toBe('ok');
  expect(await isRenewing(film.who)).toBe(0);
  const who = await site.visitor();
  await topUp(site, who, 300_000);
  await addRow(site.env.DB, 'direct_debit_settings', { user_id: who.id, subscription: 1 });
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  const refund1 = await refund(data.payment.id);
  await turn(who, 0);
  expect(code(await undo(data.payment.id, refund1.ok ? refund1.value.id : ''))).toBe('ok');
  expect(await isRenewing(who)).toBe(0);
  await turn(who, 1);
  const plan = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
  const second = await refund(plan.data.payment.id);
  expect(await isRenewing(who)).toBe(0);
  expect(code(await undo(plan.data.payment.id, second.ok ? second.value.id : ''))).toBe('ok');
  expect(await isRenewing(who)).toBe(0);
});

async function buyRefunded(rest = {}) {
  const who = await site.visitor();
  await topUp(site, who, 300_000);
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  const { id } = data.payment;
  const made = await refund(id, rest);
  if (!made.ok) throw new Error(made.code);
  return { who, id, refundId: made.value.id };
}

it('is refused once the wallet holds less than the refund gave, and made while it holds as much', async () => {
  const { who, id, refundId } = await buyRefunded();
  const from = `wallet:${String(who.id)}`;
  await correct({ from, to: 'suspense', toman: (await site.wallet(who)) - FILM.total + 1 });
  expect(code(await undo(id, refundId))).toBe('undo_spent');
  expect(code(await rehearseUndo(context(), { payment_id: id, refund: refundId }, 'ali'))).toBe('undo_spent');
  expect(await owned(who)).toBe(0);
  await correct({ from: 'suspense', to: from, toman: 1 });
  expect(code(await undo(id, refundId))).toBe('ok');
  expect([await site.wallet(who), await owned(who)]).toEqual([0, 1]);
  expect(await site.books()).toEqual([]);
});

it('is refused outside, of another payment, after ten minutes, and by a clock that went back', async () => {
  const far = await buyRefunded(outside('undo-1'));
  expect(code(await undo(far.id, far.refundId))).toBe('undo_outside');
  const { id, refundId } = await buyRefunded();
  expect(code(await undo(far.id, refundId))).toBe('payment_unknown');
  expect(code(await undo(id, 'unknown'))).toBe('payment_unknown');
  site.clock.now += 600;
  expect(code(await undo(id, refundId))).toBe('undo_over');
  site.clock.now -= 1300;
  expect(code(await undo(id, refundId))).toBe('undo_over');
  site.clock.now += 1299;
  expect(code(await undo(id, refundId))).toBe('ok');
});

it('is refused where something depends on the refund: another part, the same film bought again, days, an ended account', async () => {
  const parts = await buyRefunded(part(1000));
  const second = await refund(parts.id, part(500));
  expect(code(await undo(parts.id, parts.refundId))).toBe('undo_changed');
  expect(code(await undo(parts.id, second.ok ? second.value.id : ''))).toBe('ok');
  expect(code(await undo(parts.id, parts.refundId))).toBe('ok');
  const rebought = await buyRefunded();
  site.clock.now += 60;
  await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, rebought.who);
  expect(code(await undo(rebought.id, rebought.refundId))).toBe('undo_changed');
  const ended = await buyRefunded();
  await site.sql('UPDATE users SET cancelled_at = ? WHERE id = ?', site.clock.now, ended.who.id).run();
  expect(code(await undo(ended.id, ended.refundId))).toBe('undo_changed');
  const moved = await buyRefunded();
  await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, moved.who);
  expect(code(await undo(moved.id, moved.refundId))).toBe('undo_changed');
  expect(await site.books()).toEqual([]);
});

it('makes a card worth something again, which it is not between refund and undo', async () => {
  const [buyer, friend] = [await site.visitor(), await site.visitor()];
  const { payment, codes } = await buyCards(buyer);
  const made = await refund(payment.id);
  expect(await redeem(friend, codes[0] ?? '')).toBe('gift_invalid');
  expect(code(await undo(payment.id, made.ok ? made.value.id : ''))).toBe('ok');
  expect(await redeem(friend, codes[0] ?? '')).toBe('ok');
  expect(code(await refund(payment.id))).toBe('gift_not_refundable');
  expect(await site.books()).toEqual([]);
});

it('and its row cannot be written again, by hand or to the outside', async () => {
  const { id, refundId } = await buyRefunded();
  const far = await buyRefunded(outside('undo-2'));
  await undo(id, refundId);
  for (const text of [
    'UPDATE refunds SET undone_at = NULL WHERE id = ?',
    'UPDATE refunds SET undone_at = 5 WHERE id = ?',
    "UPDATE refunds SET before = '{}' WHERE id = ?",
    'UPDATE refund_lines SET undone = 0 WHERE refund_id = ?',
  ]) {
    await expect(site.sql(text, refundId).run(), text).rejects.toThrow('refund_append_only');
  }
  for (const text of [
    "UPDATE refunds SET undone_at = 5, undone_by = 'x' WHERE id = ?",
    'UPDATE refund_lines SET undone = 1 WHERE refund_id = ?',
  ]) {
    await expect(site.sql(text, far.refundId).run(), text).rejects.toThrow('refund_append_only');
  }
});
