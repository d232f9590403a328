import fc from 'fast-check';
import * as v from 'valibot';
import { buyPlan, buyTitle, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { listSourceStates } from '../../../src/features/payments/payment-state.ts';
import { CHEAP, FILM, PLAN, type MoneySite, type Visitor } from '../money/money.ts';

const PURCHASES = ['top up', 'plan', 'film', 'cheap'] as const;
const purchase = fc.constantFrom(...PURCHASES);
const at = fc.nat({ max: 3 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('buy' as const), wish: purchase }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('buy from wallet' as const), wish: purchase }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('callback' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('duplicate' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), at, of: at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reconcile' as const), seconds: fc.constantFrom(61, 120, 1900) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The steps of one visitor; the two steps of a pair happen at the same moment. */
export const interleaving = fc.array(fc.tuple(step, step), { minLength: 2, maxLength: 4 });
type Interleaving = typeof interleaving extends fc.Arbitrary<infer T> ? T : never;

interface Bill {
  id: string;
  payUrl: string;
  back: string | null;
}

/**
 * Lives one interleaving through and throws where the books are wrong after it, or where, once the cron has been
 * round, something paid at the bank is neither settled nor recoverable. `dead` is the site whose batches never reach
 * D1: a worker that dies at the credit.
 */
export async function live(site: MoneySite, dead: MoneySite, steps: Interleaving): Promise<void> {
  const who = await site.visitor();
  const bills: Bill[] = [];
  for (const pair of steps) {
    const timePasses = pair.some((one) => one.do === 'reconcile');
    await Promise.all(pair.map((one) => perform(site, dead, who, bills, one, timePasses)));
  }
  // The cron comes round: it completes the work of dead workers, and finds all paid money.
  await site.tick(120);
  const count = (states: readonly string[]) =>
    site.count(
      `sandbox_bills b JOIN payments p ON p.id = b.order_id WHERE p.user_id = ? AND b.state IN ('paid', 'verified')
        AND p.state IN (SELECT value FROM json_each(?))`,
      ...[who.id, JSON.stringify(states)],
    );
  const settled = await site.count("payments WHERE user_id = ? AND method = 'sandbox' AND state = 'settled'", who.id);
  if (settled !== (await count(['settled']))) throw new Error('settled without having been paid at the bank');
  const lost = await site.count(
    `sandbox_bills b JOIN payments p ON p.id = b.order_id WHERE p.user_id = ? AND b.state IN ('paid', 'verified')
      AND p.state <> 'settled' AND p.state NOT IN (SELECT value FROM json_each(?))`,
    ...[who.id, JSON.stringify(listSourceStates('claim'))],
  );
  if (lost > 0) throw new Error(`${String(lost)} payments are paid for and lost`);
  await mustHold(site);
}

async function mustHold(site: MoneySite): Promise<void> {
  const findings = await site.books();
  if (findings.length > 0) throw new Error(findings.join('\n'));
}

async function perform(
  site: MoneySite,
  dead: MoneySite,
  who: Visitor,
  bills: Bill[],
  one: Step,
  timePasses: boolean,
): Promise<void> {
  const bill = 'at' in one ? bills[one.at % Math.max(1, bills.length)] : undefined;
  switch (one.do) {
    case 'buy':
    case 'buy from wallet': {
      const made = await buy(site, who, one.wish, one.do === 'buy' ? 'sandbox' : 'wallet', timePasses);
      if (made) bills.push(made);
      return;
    }
    case 'pay':
    case 'cancel':
      if (bill) bill.back = await site.payAtGateway(bill.payUrl, one.do);
      return;
    case 'callback':
      if (bill?.back) await site.comeBack(bill.back);
      return;
    case 'duplicate':
      if (bill?.back) await Promise.all([1, 2, 3].map(() => site.comeBack(bill.back)));
      return;
    case 'crash':
      dead.clock.now = site.clock.now;
      if (bill?.back) await dead.comeBack(bill.back);
      return;
    case 'replay': {
      const other = bills[one.of % Math.max(1, bills.length)];
      if (bill?.back && other) await site.comeBack(claimedFor(bill.back, other));
      return;
    }
    case 'reconcile':
      await site.tick(one.seconds);
  }
}

/** The return of one bill, claimed for another. */
function claimedFor(back: string, other: Bill): string {
  const url = new URL(back);
  url.pathname = `/api/v1/payments/return/sandbox/${other.id}`;
  url.searchParams.set('token', other.payUrl.split('/').at(-1) ?? '');
  return url.href;
}

const started = v.object({
  data: v.object({
    pay_url: v.nullable(v.string()),
    payment_id: v.optional(v.string()),
    payment: v.optional(v.object({ id: v.string() })),
  }),
});

/** 402: not enough in the wallet. 409: owned, or the same purchase is being verified at this moment. */
const REFUSALS = [402, 409];
/** Before there is a bank page a minute passes: the cron takes the payment's worker for dead and ends it. */
const OVERTAKEN = 502;

async function buy(
  site: MoneySite,
  who: Visitor,
  purchase: (typeof PURCHASES)[number],
  method: string,
  timePasses: boolean,
): Promise<Bill | null> {
  const terms = { payment_method: method };
  const response =
    purchase === 'top up'
      ? await site.ask(chargeWallet, { amount: 50_000, payment_method: 'sandbox' }, who)
      : purchase === 'plan'
        ? await site.ask(buyPlan, { plan_id: PLAN.id, ...terms }, who)
        : await site.ask(buyTitle, { id: purchase === 'film' ? FILM.id : CHEAP[0]!.id, ...terms }, who);
  if (REFUSALS.includes(response.status) || (timePasses && response.status === OVERTAKEN)) return null;
  if (response.status !== 200) throw new Error(`${purchase}: ${String(response.status)} ${await response.text()}`);
  const { pay_url, payment_id, payment } = v.parse(started, await response.json()).data;
  return pay_url === null ? null : { id: payment_id ?? payment?.id ?? '', payUrl: pay_url, back: null };
}
