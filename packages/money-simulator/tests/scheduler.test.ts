import { expect, test } from 'vitest';
import { Random } from '../src/random.ts';
import { Scheduler, type Accident } from '../src/scheduler.ts';

/** A request of three statements, the second of which makes a payment; returns what was done and how it ended. */
async function perform(accident: Accident | null) {
  const scheduler = new Scheduler((label) => label === 'pay');
  const statements: string[] = [];
  const run = (label: string) =>
    scheduler.turn(
      'statement',
      () => label,
      () => statements.push(label),
    );
  const task = await scheduler.start('request', accident, async () => {
    for (const label of ['begin', 'pay', 'end']) await run(label);
  });
  for (let isWaiting = true; isWaiting;) isWaiting = await scheduler.step(new Random(1));
  return { statements, isDone: task.isDone, isDead: task.isDead, error: task.error };
}

test('a task without an accident does all of its statements', async () => {
  const all = { statements: ['begin', 'pay', 'end'], isDone: true, isDead: false, error: null };
  expect(await perform(null)).toEqual(all);
});

test.each([
  ['dies before', ['begin']],
  ['dies after', ['begin', 'pay']],
] as const)('a worker that %s the second turn does no more', async (kind, statements) => {
  const outcome = await perform({ kind, turn: 1, isFromPayment: false });
  expect(outcome).toEqual({ statements, isDone: true, isDead: true, error: null });
});

test('a lost answer is an error of a statement that was done', async () => {
  const { statements, error } = await perform({ kind: 'loses answer', turn: 1, isFromPayment: false });
  expect(statements).toEqual(['begin', 'pay']);
  expect(String(error)).toContain('connection lost');
});

test('an accident may count its turns from the payment', async () => {
  const { statements } = await perform({ kind: 'loses connection', turn: 0, isFromPayment: true });
  expect(statements).toEqual(['begin', 'pay']);
});
