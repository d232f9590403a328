import type { DatabaseSync } from 'node:sqlite';
import { Model } from './model.ts';
import { giveTurns, live } from './run.ts';
import { openStart } from './start-database.ts';
import type { Action, Beginning, ShopHistory } from './steps.ts';
import { World, type Snapshot } from './world.ts';

/** Where histories begin: a database that each of them leaves as it was, and what the banks have at that moment. */
export interface Start {
  sqlite: DatabaseSync;
  world: Snapshot;
  people: Model['people'];
  settled: Model['settled'];
}

type Starts = (world: ShopHistory['world'], beginning: Beginning) => Start;

/** Prepares the beginnings once, by living each through as the product would. */
export async function prepareStarts(): Promise<Starts> {
  const starts = new Map<string, Start>();
  for (const world of ['banks', 'sandbox'] as const) {
    for (const [beginning, actions] of Object.entries(PROLOGUES)) {
      starts.set(`${world} ${beginning}`, await prepare(world, actions(world)));
    }
  }
  return (world, beginning) => {
    const start = starts.get(`${world} ${beginning}`);
    if (!start) throw new Error(`no history begins with ${beginning}`);
    return start;
  };
}

const PROLOGUES: Record<Beginning, (world: ShopHistory['world']) => Action[]> = {
  nothing: () => [],
  wallets: (world) => [0, 1].flatMap((user) => fillWallet(user, world === 'banks' ? 'zarinpal' : 'sandbox')),
  mandates: () => [0, 1].flatMap(saveBank),
  both: (world) => [...PROLOGUES.wallets(world), ...PROLOGUES.mandates(world)],
};

function fillWallet(user: number, method: string): Action[] {
  return [
    { do: 'charge', user, amount: 300_000, method, times: 1 },
    { do: 'press', page: 0, how: 'pay', returns: 1 },
  ];
}

function saveBank(user: number): Action[] {
  return [
    { do: 'settings', user, subscription: true, anything: true, series: true, bank: true },
    { do: 'consent', mandate: 0, agrees: true, returns: 1 },
  ];
}

async function prepare(kind: ShopHistory['world'], actions: readonly Action[]): Promise<Start> {
  const sqlite = openStart();
  const world = new World(sqlite, { seed: 0, world: kind });
  const model = new Model(world);
  world.scheduler.afterStatement = () => {
    model.follow();
  };
  for (const [at, action] of actions.entries()) {
    await live(world, { id: at, seconds: 0, action, turns: null, accident: null, storm: 0 });
    await giveTurns(world);
  }
  if (world.failures.length > 0) throw new Error(`a beginning fails: ${world.failures.join('; ')}`);
  return { sqlite, world: world.save(), people: model.people, settled: model.settled };
}
