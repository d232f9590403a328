// Simulates a till over which two requests may withdraw at once, in a process of its own, and prints the report as JSON.
// Argument: `careless` reads the balance and then writes it; `careful` does both in one statement.
import type { History, Step } from '../src/history.ts';
import { deriveSeed, Random } from '../src/random.ts';
import { Scheduler } from '../src/scheduler.ts';
import { simulate, type Outcome, type Subject } from '../src/simulate.ts';

interface Withdrawal {
  toman: number;
}

const BALANCE = 100;
const isCareful = process.argv[2] === 'careful';

function makeHistory(seed: number, length: number): History<Withdrawal> {
  const random = new Random(seed);
  const steps = Array.from({ length }, (_, at): Step<Withdrawal> => {
    const action = { toman: 1 + random.below(9) };
    return { id: at, seconds: 0, action, turns: random.chance(50) ? 1 : null, accident: null, storm: 0 };
  });
  return { seed, steps };
}

async function runHistory({ seed, steps }: History<Withdrawal>): Promise<Outcome> {
  const scheduler = new Scheduler();
  let [balance, paid] = [BALANCE, 0];
  const withdraw = async (toman: number) => {
    const before = isCareful
      ? null
      : await scheduler.turn(
          'reading',
          () => 'SELECT balance',
          () => balance,
        );
    await scheduler.turn(
      'statement',
      () => 'UPDATE till',
      () => {
        balance = (before ?? balance) - toman;
      },
    );
    paid += toman;
  };
  for (const { id, action, turns } of steps) {
    await scheduler.start(`request ${String(id)}`, null, () => withdraw(action.toman));
    const random = new Random(deriveSeed(seed, id));
    for (let turn = 0; turn < (turns ?? Infinity); turn += 1) if (!(await scheduler.step(random))) break;
  }
  const random = new Random(seed);
  for (let isWaiting = true; isWaiting;) isWaiting = await scheduler.step(random);
  const failures = balance + paid === BALANCE ? [] : [`${String(paid)} were paid, and ${String(balance)} are left`];
  const trace = steps.map(({ id, action }) => `  ${String(id)} withdraws ${String(action.toman)}`);
  return { failures, turns: scheduler.given, settled: steps.length, trace };
}

const till: Subject<History<Withdrawal>> = {
  makeHistory,
  runHistory,
  describe: () => 'a full till',
  toCommand: (seed) => `till.ts --seed ${String(seed)}`,
};
console.log(JSON.stringify(await simulate(() => Promise.resolve(till), { from: 1, seeds: 50, steps: 8 })));
