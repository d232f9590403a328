import { makeFairSteps } from './fair-steps.ts';
import { makeHabits } from './habits.ts';
import { makeAccident } from './make-accident.ts';
import { makeAction, type Expected } from './make-action.ts';
import { ANY_PART, drawParts } from './parts.ts';
import { Random, deriveSeed } from '@pardeh/money-simulator/random';
import { DOWNLOADS, FILMS, PLANS } from './shop.ts';
import type { Action, Purchase, ShopHistory, ShopStep } from './steps.ts';

const LATER = {
  none: [0],
  seconds: [1, 5, 10, 31],
  minute: [46, 61, 120],
  minutes: [300, 901],
  window: [1801, 1861, 2400],
  hours: [6 * 3600 + 1, 86_400],
  days: [29 * 86_400, 31 * 86_400],
} as const;
/** The stream of chance of the money that is given back at the end. */
const MONEY_BACK = 900_001;
/** That of a debit of another amount, and the per cent of histories with a mandate that have one. */
const DEBIT = 900_003;
const DEBIT_PERCENT = 20;
/** Per cent of steps that are the next one of a plot. */
const PLOT_PERCENT = 65;

/** Makes a history of `length` steps. */
export function makeHistory(seed: number, length: number): ShopHistory {
  const random = new Random(deriveSeed(seed, 0));
  const world = random.chance(85) ? 'banks' : 'sandbox';
  const habits = makeHabits(random, world);
  const { beginning } = habits;
  const plot = [...habits.plot];
  const expected: Expected = {
    hasPage: false,
    hasConsent: false,
    hasMandate: beginning === 'mandates' || beginning === 'both',
    hasGift: false,
    hasRefund: false,
    hasCredit: beginning === 'wallets' || beginning === 'both',
    bought: null,
  };
  const steps = Array.from({ length }, (_, at): ShopStep => {
    const planned = random.chance(PLOT_PERCENT) ? plot.shift() : undefined;
    const action = makeAction(random, habits, expected, planned?.action);
    const accident = random.chance(habits.accidentPercent) ? makeAccident(random, action) : null;
    return {
      id: at + 1,
      seconds: random.pick<number>(LATER[random.weighted(habits.times)]),
      turns: random.chance(45) ? random.below(12) : null,
      accident,
      storm: random.chance(habits.stormPercent) ? random.pick([20, 50, 100]) : 0,
      ...planned,
      action,
    };
  });
  const before = [...steps, ...makeMoneyBack(seed, length)];
  const all = [...before, ...makeFairSteps(seed, world, before.length)];
  const canDebit = world === 'banks' && (beginning === 'mandates' || beginning === 'both');
  return { seed, world, beginning, steps: drawParts(seed, [...all, ...(canDebit ? makeDebit(seed, all.length) : [])]) };
}

/** Every second history ends with an operator who gives back, undoes and corrects, when nobody else is there: what was shown
 * is what happens then. Its chances are its own, so the steps before it are those of the seed. */
function makeMoneyBack(seed: number, length: number): ShopStep[] {
  const random = new Random(deriveSeed(seed, MONEY_BACK));
  if (random.chance(50)) return [];
  const refund = (): Action => ({
    ...{ do: 'refund', payment: random.below(3), to: random.chance(75) ? 'wallet' : 'outside' },
    ...{ part: random.chance(40) ? ANY_PART : null, times: 1 },
  });
  const undo: Action = { do: 'undo', refund: 0, times: 1 };
  const goods = pickGoods(random);
  const actions: Action[] = [
    { do: 'cron', times: 1 },
    { do: 'buy', user: 0, what: goods, method: 'wallet', code: null, wish: null, times: 1 },
    ...(goods.kind === 'plan' && random.chance(50) ? [{ do: 'pause', user: 0, months: 1, times: 1 } as const] : []),
    ...(random.chance(25) ? [{ do: 'batch', plan: PLANS[0].id, toman: 100_007, times: 1 } as const] : []),
    refund(),
    random.chance(70) ? undo : refund(),
    random.chance(50) ? refund() : { do: 'correct', user: 0, toman: random.pick([-1000, 1000]) },
  ];
  return actions.map((action, at) => ({
    ...{ id: length + at + 1, seconds: at === 0 ? LATER.window[0] : random.pick([5, 61, 300]), turns: null },
    ...{ accident: null, storm: 0, action },
  }));
}

function pickGoods(random: Random): Purchase {
  return random.pick<Purchase>([
    { kind: 'plan', id: PLANS[0].id },
    { kind: 'gift', id: PLANS[0].id },
    { kind: 'title', id: FILMS[0].id },
    { kind: 'cart', items: random.chance(50) ? DOWNLOADS.map(({ id }) => id) : [DOWNLOADS[0].id] },
  ]);
}

/** Some histories of direct debit end with a debit of another amount than was asked for, which an operator resolves. */
function makeDebit(seed: number, length: number): ShopStep[] {
  const random = new Random(deriveSeed(seed, DEBIT));
  if (!random.chance(DEBIT_PERCENT)) return [];
  const goods = random.pick([{ kind: 'plan', id: PLANS[0].id } as const, { kind: 'title', id: FILMS[1].id } as const]);
  const actions: Action[] = [
    { do: 'account', user: 0, account: 'full' },
    { do: 'amount', rial: random.pick([70_000, 70_009]) },
    { do: 'buy', user: 0, what: goods, method: 'direct_debit', code: null, wish: null, times: 1 },
    { do: 'cron', times: 1 },
    { do: 'amount', rial: null },
    { do: 'resolve', to: random.chance(60) ? 'wallet' : 'outside', again: random.chance(50) },
  ];
  return actions.map((action, at) => ({
    ...{ id: length + at + 1, seconds: action.do === 'cron' || at === 0 ? 121 : 0, turns: null },
    ...{ accident: null, storm: 0, action },
  }));
}
