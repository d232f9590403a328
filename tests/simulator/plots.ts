import type { Random } from '@pardeh/money-simulator/random';
import { CODES, FILMS, PLANS } from './shop.ts';
import type { Action, ShopHistory, ShopStep } from './steps.ts';

/** A step that a history is to have; what it does not name is left to chance. */
export type Planned = Pick<ShopStep, 'action'> & Partial<Pick<ShopStep, 'seconds' | 'turns' | 'accident' | 'storm'>>;

function pickGateway(random: Random, world: ShopHistory['world']): string {
  return world === 'sandbox' ? 'sandbox' : random.pick(['saman', 'zarinpal', 'zibal'] as const);
}

const giveUp: Action = { do: 'forge', page: 0, other: 0, forgery: 'cancelled', alike: false };

/** A payment whose use of a code is given back, taken by another purchase, and that is paid then. */
export function loseUse(random: Random, world: ShopHistory['world']): Planned[] {
  const gateway = pickGateway(random, world);
  const buy = (film: number, method: string): Planned => {
    const purchase = { kind: 'title', id: film } as const;
    return {
      action: { do: 'buy', user: random.below(2), what: purchase, method, code: CODES[0].code, wish: null, times: 1 },
    };
  };
  return [
    buy(FILMS[0].id, gateway),
    ...(random.chance(80) ? [{ action: giveUp }] : []),
    buy(FILMS[1].id, 'wallet'),
    { action: { do: 'press', page: 0, how: 'pay', returns: random.pick([1, 1, 2]) } },
  ];
}

/** Two payments of one amount at one bank; the second comes back with the transaction of the first. */
export function payTwoAlike(random: Random, world: ShopHistory['world']): Planned[] {
  const method = random.chance(50) && world === 'banks' ? 'saman' : pickGateway(random, world);
  const charge = (): Planned => ({
    action: { do: 'charge', user: random.below(2), amount: 110_000, method, times: 1 },
  });
  return [
    charge(),
    { action: { do: 'press', page: 0, how: 'pay', returns: random.pick([0, 1, 1, 1]) } },
    charge(),
    { action: { do: 'forge', page: 0, other: 1, forgery: 'reference', alike: true } },
  ];
}

/** A visitor who gives up in another tab, while the bank is asked about their payment. */
export function giveUpLate(random: Random, world: ShopHistory['world']): Planned[] {
  const charge = { do: 'charge', user: 0, amount: 44_000, method: pickGateway(random, world), times: 1 } as const;
  return [
    { action: charge, turns: null },
    { action: { do: 'press', page: 0, how: 'pay', returns: 1 }, turns: 1 + random.below(5) },
    { action: giveUp, seconds: 0 },
  ];
}

/** A plan whose bank page is given up, asked for again with the same key, and then paid on both pages. */
export function payTwoPages(random: Random, world: ShopHistory['world']): Planned[] {
  const purchase = { kind: 'plan', id: PLANS[0].id } as const;
  const method = pickGateway(random, world);
  const wish = random.below(1_000_000_000);
  const buy: Planned = {
    action: { do: 'buy', user: 0, what: purchase, method, code: null, wish, times: 1 },
    turns: null,
  };
  const pay = (page: number): Planned => ({ action: { do: 'press', page, how: 'pay', returns: 1 }, turns: null });
  const pages = random.chance(50) ? [0, 1] : [1, 0];
  return [buy, { action: giveUp, turns: null }, { ...buy, seconds: random.pick([5, 120]) }, ...pages.map(pay)];
}

/** A renewal that an empty account stops, and that its user wants again. */
export function stopRenewal(): Planned[] {
  const user = 0;
  const tick: Planned = { action: { do: 'cron', times: 1 }, turns: null };
  const settings = { do: 'settings', user, subscription: true, anything: true, series: true, bank: false } as const;
  return [
    { action: { do: 'account', user, account: 'empty' } },
    tick,
    ...[tick, tick].map((one) => ({ ...one, seconds: 6 * 3600 + 1 })),
    { action: settings },
  ];
}

/** A withdrawal whose request may be on its way for a while, and the cron, which asks what became of it meanwhile. */
export function askEarly(random: Random): Planned[] {
  const purchase = { kind: 'title', id: FILMS[0].id } as const;
  return [
    {
      action: { do: 'buy', user: 0, what: purchase, method: 'direct_debit', code: null, wish: null, times: 1 },
      ...{ turns: null, accident: null, storm: 100 },
    },
    { action: { do: 'cron', times: 1 }, seconds: random.pick([61, 120]), turns: null, storm: 0 },
  ];
}
