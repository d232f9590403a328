import type { Random } from '@pardeh/money-simulator/random';
import type { Accident } from '@pardeh/money-simulator/scheduler';
import type { Action } from './steps.ts';

const ACCIDENTS = ['dies before', 'dies after', 'loses connection', 'loses answer'] as const;
/** Turns that a request takes, and a tick of the cron, which collects after it has asked the banks. */
const REQUEST_TURNS = 14;
const TICK_TURNS = 45;
/** Turns from the moment a payment is made to the bank's answer. */
const PAYMENT_TURNS = 4;

export function makeAccident(random: Random, action: Action): Accident {
  const kind = random.pick(ACCIDENTS);
  // A crash loses a charge that was made and that the bank does not know of yet.
  if (random.chance(30)) return { kind, turn: random.below(PAYMENT_TURNS), isFromPayment: true };
  const turns = action.do === 'cron' ? TICK_TURNS : REQUEST_TURNS;
  return { kind, turn: random.below(turns), isFromPayment: false };
}
