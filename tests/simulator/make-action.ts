import type { Habits, Kind } from './habits.ts';
import type { Random } from '@pardeh/money-simulator/random';
import { ANY_PART } from './parts.ts';
import { DOWNLOADS, FILMS, PLANS, SCREENING, SERIES } from './shop.ts';
import type { Action, Purchase } from './steps.ts';

/** Results of the actions so far, as far as they can be known before anything has run. */
export interface Expected {
  hasPage: boolean;
  hasConsent: boolean;
  hasMandate: boolean;
  hasCredit: boolean;
  hasGift: boolean;
  hasRefund: boolean;
  /** The last purchase. */
  bought: Extract<Action, { do: 'buy' }> | null;
}

const MANY = 3;
const AMOUNTS = [1000, 44_000, 110_000, 300_000] as const;

function weightsFor(
  { hasPage, hasConsent, hasMandate, hasCredit, hasGift, hasRefund }: Expected,
  { actions, debits }: Habits,
) {
  const isDebited = hasMandate || debits;
  const only = (when: boolean, kind: Kind) => (when ? actions[kind] : 0);
  return {
    ...actions,
    press: only(hasPage, 'press'),
    return: only(hasPage, 'return'),
    forge: only(hasPage, 'forge'),
    check: only(hasPage, 'check'),
    refund: only(hasPage || hasCredit, 'refund'),
    redeem: only(hasGift, 'redeem'),
    // As often as what they belong to.
    undo: only(hasRefund, 'refund'),
    batch: only(hasGift, 'correct'),
    collect: only(hasPage && hasMandate, 'collect'),
    consent: only(hasConsent, 'consent'),
    settings: isDebited ? actions.settings : 1,
    'remove bank': only(hasMandate, 'remove bank'),
    account: only(isDebited, 'account') * 2,
    episode: only(isDebited, 'episode'),
  };
}

/** Makes the next action, `planned` if something is; keeps `expected` up to date with it. */
export function makeAction(random: Random, habits: Habits, expected: Expected, planned?: Action): Action {
  const action = planned ?? chooseAction(random, habits, expected);
  if (action.do === 'charge' || (action.do === 'buy' && isGateway(action.method))) expected.hasPage = true;
  if (action.do === 'buy') expected.bought = action;
  if (action.do === 'buy' && action.what.kind === 'gift') expected.hasGift = true;
  if (action.do === 'refund') expected.hasRefund = true;
  if (action.do === 'settings') expected.hasConsent = true;
  if (action.do === 'consent') expected.hasMandate = true;
  return action;
}

function isGateway(method: string): boolean {
  return method !== 'wallet' && method !== 'direct_debit';
}

function chooseAction(random: Random, habits: Habits, expected: Expected): Action {
  const { methods } = habits;
  const user = random.chance(habits.firstUserPercent) ? 0 : 1;
  // The newest most of the time.
  const at = () => (random.chance(60) ? 0 : random.below(4));
  const times = () => (random.chance(30) ? 2 + random.below(MANY - 1) : 1);
  const kind = random.weighted(weightsFor(expected, habits));
  switch (kind) {
    case 'buy': {
      const method = random.weighted(methods);
      const { bought } = expected;
      const newWish = random.chance(70) ? random.below(1_000_000_000) : null;
      if (bought && random.chance(habits.againPercent)) {
        const wish = random.chance(75) ? bought.wish : newWish;
        return { ...bought, method, wish, times: times() };
      }
      const code = random.chance(habits.codePercent) ? random.pick(habits.codes).code : null;
      // A key of another purchase buys nothing.
      const wish = bought && random.chance(5) ? bought.wish : newWish;
      return { do: kind, user, what: makePurchase(random, habits), method, code, wish, times: times() };
    }
    case 'charge': {
      const gateways = Object.fromEntries(Object.entries(methods).filter(([method]) => isGateway(method)));
      const amount = habits.amount ?? random.pick(AMOUNTS);
      return { do: kind, user, amount, method: random.weighted(gateways), times: times() };
    }
    case 'press': {
      const press = random.weighted({ pay: 75, cancel: 15, 'pay another amount': 10 });
      return { do: kind, page: at(), how: press, returns: random.pick([0, 1, 1, 1, 2, 3]) };
    }
    case 'return':
      return { do: kind, page: at(), times: times() };
    case 'forge': {
      const forgery = random.weighted(habits.forgeries);
      return { do: kind, page: at(), other: at(), forgery, alike: random.chance(70) };
    }
    case 'check':
    case 'collect':
      return { do: kind, payment: at(), times: times() };
    case 'settings': {
      const bank = random.chance(70);
      const flag = () => random.chance(70);
      return { do: kind, user, subscription: flag(), anything: flag(), series: flag(), bank };
    }
    case 'consent':
      return { do: kind, mandate: at(), agrees: random.chance(90), returns: random.pick([0, 1, 1, 1, 2]) };
    case 'refund': {
      const to = random.chance(70) ? 'wallet' : 'outside';
      return { do: kind, payment: at(), to, part: random.chance(40) ? ANY_PART : null, times: times() };
    }
    case 'undo':
      return { do: kind, refund: at(), times: times() };
    case 'batch':
      return { do: kind, plan: random.pick(PLANS).id, toman: random.pick([10, 100_007, 440_000]), times: times() };
    case 'redeem':
      return { do: kind, card: at(), user: random.below(2), times: times() };
    case 'correct':
      return { do: kind, user, toman: random.pick([-1000, 1000, 5000]) };
    case 'account':
      return { do: kind, user, account: random.pick(['full', 'empty', 'slow'] as const) };
    case 'cron':
      return { do: kind, times: random.chance(20) ? 2 : 1 };
    case 'episode':
      return { do: kind };
    default:
      return { do: kind, user };
  }
}

function makePurchase(random: Random, { purchase, kinds }: Habits): Purchase {
  if (purchase && random.chance(80)) return purchase;
  const kind = random.weighted(kinds);
  switch (kind) {
    case 'plan':
    case 'gift':
      return { kind, id: random.pick(PLANS).id };
    case 'title':
      return { kind, id: random.pick([...FILMS.map(({ id }) => id), SERIES.id, SCREENING.titleId]) };
    case 'cart': {
      const items = DOWNLOADS.map(({ id }) => id).filter(() => random.chance(70));
      return { kind, items: items.length === 0 ? [DOWNLOADS[0].id] : items };
    }
  }
}
