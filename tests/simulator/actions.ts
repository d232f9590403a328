import { createHmac } from 'node:crypto';
import { NIGHTLY, runCron } from '../../src/app/cron.ts';
import { buildGiftCode } from '../../src/features/payments/gift-code.ts';
import { findConsent, findTransaction, makeConsentReturn, pressAtBank } from './bank-pages.ts';
import { makeReturn, returnFields } from '@pardeh/money-simulator/banks';
import type { Transaction } from '@pardeh/money-simulator/banks/book';
import { performFair } from './fair-acts.ts';
import { buildPart } from './parts.ts';
import { rehearse } from './previews.ts';
import { query } from './query.ts';
import { SERIES, USERS, episodeStatement } from './shop.ts';
import type { Action, Forgery, Purchase, ShopStep } from './steps.ts';
import { callApi, callOperator, comeBack, type Start } from './visitors.ts';
import { ORIGIN, SIGNING_KEY, type Page, type World } from './world.ts';

type Of<K extends Action['do']> = Extract<Action, { do: K }>;

const TICK = '*/2 * * * *';
/** Of the visitors: who pays by transfer is none. */
const NOBODY = -1;

/** Does one step: starts its requests, each up to its first turn. */
export async function perform(world: World, { id, action, accident }: ShopStep): Promise<void> {
  const start = async (times: number, work: () => Promise<unknown>) => {
    for (let at = 0; at < times; at += 1) {
      const name = `${String(id)}${'abc'.charAt(at)} ${action.do}`;
      await world.scheduler.start(name, at === 0 ? accident : null, work);
    }
  };
  switch (action.do) {
    case 'buy':
      return start(action.times, () => buy(world, action));
    case 'charge': {
      const { amount, method: payment_method } = action;
      const input = { amount: String(amount), payment_method };
      return start(action.times, () => callApi(world, action.user, '/get/charge_wallet', input));
    }
    case 'press':
      return press(world, action, start);
    case 'return': {
      const page = world.pickPage(action.page, 'bank');
      if (page) await start(action.times, () => bringBack(world, page));
      return;
    }
    case 'forge':
      return start(1, () => forge(world, action));
    case 'look':
      return start(1, () => look(world, action.user));
    case 'check': {
      const payment = world.pickPayment(action.payment);
      if (!payment) return;
      return start(action.times, () => callApi(world, payment.user, `/payments/${payment.id}/check`, {}));
    }
    case 'settings': {
      const { subscription, anything: pay_anything, series, bank: add_new_bank } = action;
      const input = { subscription, pay_anything, series: series ? [SERIES.id] : [], add_new_bank };
      return start(1, () => callApi(world, action.user, '/directdebit/buy_subscription', input));
    }
    case 'consent':
      return consent(world, action, start);
    case 'collect': {
      const payment = world.pickPayment(action.payment);
      if (!payment) return;
      const input = { payment_id: payment.id };
      return start(action.times, () => callApi(world, payment.user, '/directdebit/buy_subscription', input));
    }
    case 'remove bank': {
      const saved = world.findMandate(action.user);
      if (saved === null) return;
      return start(1, () => callApi(world, action.user, '/directdebit/delete_subscription', { id: saved }));
    }
    case 'account':
      world.network.vandar.accounts.set(USERS[action.user]?.mobile ?? '', action.account);
      return;
    case 'episode':
      if (world.episodes >= 9) return;
      world.episodes += 1;
      await world.env.DB.prepare(episodeStatement(world.episodes)).run();
      return;
    case 'cron':
      return start(action.times, () => tick(world));
    case 'refund': {
      const payment = world.pickPayment(action.payment);
      if (!payment) return;
      const isOutside = action.to === 'outside';
      const input = {
        ...{ key: `refund-${String(id)}`, payment_id: payment.id, destination: action.to, reason: 'asked for' },
        ...(isOutside && { tracking: `TR-${String(id)}` }),
        ...(action.part && { lines: [buildPart(world, payment.id, action.part)] }),
      };
      if (action.times === 1 && accident === null) await rehearse(world, '/operator/refunds', input);
      return start(action.times, () => callOperator(world, '/operator/refunds', input));
    }
    case 'undo': {
      const refund = pickRefund(world, action.refund);
      if (!refund) return;
      if (action.times === 1 && accident === null) await rehearse(world, '/operator/refunds/undo', refund);
      return start(action.times, () => callOperator(world, '/operator/refunds/undo', refund));
    }
    case 'batch': {
      const input = {
        ...{ key: `gift-batch-${String(id)}`, plan_id: action.plan, count: 10, toman: action.toman },
        ...{ buyer: 'a shop', tracking: `TB-${String(id)}`, reason: 'for the shop' },
      };
      if (action.times === 1 && accident === null) await rehearse(world, '/operator/gift-batches', input);
      return start(action.times, async () => {
        const made = await callOperator(world, '/operator/gift-batches', input);
        const data = made.data as { id: string } | undefined;
        if (data) world.addPayment(data.id, NOBODY);
      });
    }
    case 'redeem': {
      const card = pickCard(world, action.card);
      if (!card) return;
      return start(action.times, () => callApi(world, action.user, '/my/gifts/redeem', card));
    }
    case 'correct': {
      const accounts = [`wallet:${String(USERS[action.user]?.id)}`, 'suspense'];
      const [from, to] = action.toman > 0 ? accounts.toReversed() : accounts;
      const input = { key: `correction-${String(id)}`, from, to, toman: Math.abs(action.toman), reason: 'set right' };
      if (accident === null) await rehearse(world, '/operator/corrections', input);
      return start(1, () => callOperator(world, '/operator/corrections', input));
    }
    case 'amount':
      world.network.vandar.takes = action.rial;
      return;
    case 'resolve': {
      const input = buildResolution(world, id, action);
      if (!input) return;
      if (accident === null) await rehearse(world, '/operator/debits', input);
      return start(1, () => callOperator(world, '/operator/debits', input));
    }
    case 'cancel account':
      return start(1, () => callApi(world, action.user, '/my/cancel', {}));
    case 'night':
      return start(1, () => runCron(world.env, NIGHTLY, () => world.now));
    default:
      return performFair(world, id, action, start);
  }
}

/** A refund that was made, the newest first. */
function pickRefund({ sqlite }: World, number: number) {
  const sql = 'SELECT payment_id, id AS refund FROM refunds ORDER BY created_at DESC, id';
  const refunds = query<{ payment_id: string; refund: string }>(sqlite, sql);
  const refund = refunds[number % Math.max(1, refunds.length)];
  return refund ? { ...refund, reason: 'by mistake' } : null;
}

/** Of the newest debit that is held and that nobody has resolved, with what the provider took. */
function buildResolution({ sqlite, network }: World, id: number, { to, again }: Of<'resolve'>) {
  const sql = `SELECT id, token FROM payments p WHERE method = 'direct_debit' AND state = 'failed'
    AND problem = 'amount_mismatch' AND NOT EXISTS (SELECT 1 FROM corrections c WHERE c.payment_id = p.id)
    ORDER BY created_at DESC, id`;
  const [payment] = query<{ id: string; token: string }>(sqlite, sql);
  const rial = network.vandar.withdrawals.get(payment?.token ?? '')?.rial;
  if (!payment || rial === undefined) return null;
  return {
    ...{ payment_id: payment.id, taken: Math.floor(rial / 10), destination: to, collect_again: again },
    ...{ reason: 'took too little', ...(to === 'outside' && { tracking: `TD-${String(id)}` }) },
  };
}

/** One of the cards that exist, also of those that nobody has paid for, with the code that its buyer sees. */
function pickCard({ sqlite }: World, number: number): { code: string } | null {
  const cards = query<{ id: string }>(sqlite, 'SELECT id FROM gift_cards ORDER BY created_at DESC, id');
  const card = cards[number % Math.max(1, cards.length)];
  return card ? { code: deriveCode(card.id) } : null;
}

/** As src/features/payments/server/gift-codes.ts does, with the key of world.ts. */
function deriveCode(id: string): string {
  return buildGiftCode(createHmac('sha256', SIGNING_KEY).update(`gift-card-v1\n${id}`).digest());
}

/** One tick of the cron. */
export async function tick(world: World): Promise<void> {
  const { outages, scheduler } = world;
  const look = outages.beginLook(world.now, scheduler.running);
  await runCron(world.env, TICK, () => look.at);
  look.isOver = true;
}

async function buy(world: World, { user, what, method, code, wish }: Of<'buy'>): Promise<void> {
  const task = world.scheduler.running;
  if (task && wish !== null) task.purchaseKey = world.takeKey(wish);
  const terms = { payment_method: method, ...(code !== null && { discount_code: code }) };
  await callApi(world, user, pathFor(what), { ...inputFor(what), ...terms });
}

function pathFor({ kind }: Purchase): string {
  return `/payments/${kind}`;
}

function inputFor(purchase: Purchase): Record<string, unknown> {
  if (purchase.kind === 'cart') return { items: purchase.items };
  if (purchase.kind === 'title') return { id: purchase.id };
  return { plan_id: purchase.id, ...(purchase.count !== undefined && { count: purchase.count }) };
}

async function press(world: World, { page: at, how, returns }: Of<'press'>, start: Start): Promise<void> {
  const page = world.pickPage(at, 'bank');
  if (!page) return;
  if (isSandbox(page)) {
    if (how === 'pay another amount') await changeBill(world, page);
    return start(1, async () => {
      const back = await pressSandbox(world, page, how === 'cancel' ? 'cancel' : 'pay');
      if (back !== null && returns > 0) await comeBack(world, new Request(back));
    });
  }
  const transaction = findTransaction(world, page.url);
  if (!transaction) return;
  pressAtBank(world, transaction, how);
  await start(returns, () => bringBack(world, page));
}

async function bringBack(world: World, page: Page): Promise<void> {
  if (isSandbox(page)) {
    const back = await pressSandbox(world, page, 'pay');
    if (back !== null) await comeBack(world, new Request(back));
    return;
  }
  const transaction = findTransaction(world, page.url);
  if (transaction && transaction.state !== 'open')
    await comeBack(world, makeReturn(transaction.bank, transaction.callback, returnFields(transaction)));
}

async function consent(world: World, { mandate: at, agrees, returns }: Of<'consent'>, start: Start): Promise<void> {
  const page = world.pickPage(at, 'consent');
  if (!page) return;
  if (isSandbox(page)) {
    const isEmpty = world.network.vandar.accounts.get(USERS[page.user]?.mobile ?? '') === 'empty';
    return start(1, async () => {
      const back = await pressSandbox(world, page, agrees ? (isEmpty ? 'empty' : 'pay') : 'cancel');
      if (back !== null && returns > 0) await comeBack(world, new Request(back));
    });
  }
  const authorization = findConsent(world, page.url);
  if (!authorization) return;
  world.network.vandar.consent(authorization, agrees, world.now);
  await start(returns, () => comeBack(world, makeConsentReturn(authorization)));
}

/** A visitor finds their payments again, and with them the bank pages that are still open. */
async function look(world: World, user: number): Promise<void> {
  const reply = await callApi(world, user, '/payments', { page: '1' }, 'GET');
  const list = (reply?.data ?? []) as { id: string; pay_url: string | null }[];
  for (const { id, pay_url } of list) {
    world.addPayment(id, user);
    if (pay_url !== null) world.addPage(pay_url, user);
  }
}

/** A return that somebody has put together: for one payment, with parts of another, or of nothing. */
async function forge(world: World, { page: at, other: otherAt, forgery, alike }: Of<'forge'>): Promise<void> {
  const pick = (number: number) => {
    const page = world.pickPage(number, 'bank');
    return page && findTransaction(world, page.url);
  };
  const pair = alike ? findAlike(world) : null;
  const [transaction, other] = pair ?? [pick(at), pick(otherAt)];
  if (!transaction || !other) return;
  const fields = { ...returnFields(transaction), ...forgeFields(forgery, transaction, other) };
  const address = forgery === 'other payment' ? other.callback : transaction.callback;
  await comeBack(world, makeReturn(transaction.bank, address, fields));
}

/** Two transactions of one bank over the same amount, the newest of each kind: one not paid, and one paid. */
function findAlike({ network }: World): [Transaction, Transaction] | null {
  const newest = network.book.transactions.toReversed();
  for (const paid of newest.filter(({ paidAt }) => paidAt > 0)) {
    const open = newest.find((one) => one.paidAt === 0 && one.bank === paid.bank && one.rial === paid.rial);
    if (open) return [open, paid];
  }
  return null;
}

function forgeFields(forgery: Forgery, transaction: Transaction, other: Transaction): Record<string, string> {
  const paid = { Status: transaction.bank === 'zarinpal' ? 'OK' : '2', State: 'OK', success: '1', status: '2' };
  switch (forgery) {
    case 'other payment':
      return {};
    case 'reference':
      return { ...paid, RefNum: other.reference };
    case 'paid':
      return { ...paid, RefNum: transaction.reference };
    case 'cancelled':
      return {
        Status: transaction.bank === 'zarinpal' ? 'NOK' : '1',
        State: 'CanceledByUser',
        success: '0',
        status: '3',
      };
    case 'amount':
      return { ...paid, RefNum: transaction.reference, Amount: String(transaction.rial * 10) };
    case 'token':
      return { ...paid, Token: other.token, Authority: other.token, trackId: other.token };
  }
}

function isSandbox({ url }: Page): boolean {
  return url.startsWith(`${ORIGIN}/`);
}

async function pressSandbox(world: World, { url, user }: Page, action: string): Promise<string | null> {
  const token = url.split('/').at(-1) ?? '';
  const reply = await callApi(world, user, `/dev/gateway/${token}`, { action });
  return reply?.data?.back ?? null;
}

/** Another amount is paid on a bill of the sandbox than it asked for. */
async function changeBill({ env }: World, { url }: Page): Promise<void> {
  await env.DB.prepare(
    "UPDATE sandbox_bills SET rial = rial - 500 WHERE token = ? AND kind = 'payment' AND state = 'open'",
  )
    .bind(url.split('/').at(-1) ?? '')
    .run();
}
