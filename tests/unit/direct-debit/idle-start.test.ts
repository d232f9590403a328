import { expect, it } from 'vitest';
import { findIdleStart } from '../../../src/features/direct-debit/idle-start.ts';

const DAY = 24 * 60 * 60;
const NOW = 1000 * DAY;
const ago = (days: number) => NOW - days * DAY;
const pause = (from: number, to: number) => ({ started_at: ago(from), ended_at: ago(to) });

it.each([
  ['nothing was paid', null, null, 31],
  ['paid long ago', 200, null, 31],
  ['paid 30 days ago', 30, null, 30],
  ['paid lately', 3, null, 28],
  ['a pause that ended before', 30, pause(130, 40), 30],
  ['a pause of 90 days within, paid before it', 95, pause(92, 2), 118],
  ['a pause of 60 days within, paid 90 days ago', 90, pause(65, 5), 90],
  ['a pause that ended today', null, pause(90, 0), 121],
  ['paid in the pause', 20, pause(40, 10), 58],
  ['a pause of no length', 30, pause(10, 10), 30],
] as const)('%s: a play counts from that many days ago', (_, paid, span, days) => {
  expect((NOW - findIdleStart(NOW, paid === null ? null : ago(paid), span)) / DAY).toBe(days);
});
