import { makeHabits } from './habits.ts';
import { makeAction, type Expected } from './make-action.ts';
import { Random, deriveSeed } from '@pardeh/money-simulator/random';
import type { Accident } from '@pardeh/money-simulator/scheduler';
import type { Action, ShopHistory, ShopStep } from './steps.ts';

const LATER = {
  none: [0],
  seconds: [1, 5, 10, 31],
  minute: [46, 61, 120],
  minutes: [300, 901],
  window: [1801, 1861, 2400],
  hours: [6 * 3600 + 1, 86_400],
  days: [29 * 86_400, 31 * 86_400],
} as const;
const ACCIDENTS = ['dies before', 'dies after', 'loses connection', 'loses answer'] as const;
/** Turns that a request takes, and a tick of the cron, which collects after it has asked the banks. */
const REQUEST_TURNS = 14;
const TICK_TURNS = 45;
/** Turns from the moment a payment is made to the bank's answer. */
const PAYMENT_TURNS = 4;

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
  return { seed, world, beginning, steps };
}

function makeAccident(random: Random, action: Action): Accident {
  const kind = random.pick(ACCIDENTS);
  // A crash loses a charge that was made and that the bank does not know of yet.
  if (random.chance(30)) return { kind, turn: random.below(PAYMENT_TURNS), isFromPayment: true };
  const turns = action.do === 'cron' ? TICK_TURNS : REQUEST_TURNS;
  return { kind, turn: random.below(turns), isFromPayment: false };
}
