import type { Outcome } from '@pardeh/money-simulator/simulate';
import { perform, tick } from './actions.ts';
import type { Start } from './beginnings.ts';
import { checkAlways, checkEnd, checkLostCollections, checkRenewed, openRows } from './invariants.ts';
import { Model } from './model.ts';
import { checkShown } from './previews.ts';
import { query } from './query.ts';
import type { ShopHistory, ShopStep } from './steps.ts';
import { World } from './world.ts';

/** Seconds: the cron's pace, and past the time in which banks give unconfirmed money back. */
const TICK_SECONDS = 120;
const WINDOW_SECONDS = 1900;
/** Ticks after which everything has to have come right. */
const LAST_TICKS = 14;
/** More turns than this in one step: something goes round in circles. */
const MANY_TURNS = 5000;

/** Runs one history from its beginning to the end, and leaves the beginning's database as it was. */
export async function runHistory(start: Start, history: ShopHistory, withTrace = false): Promise<Outcome> {
  const { sqlite } = start;
  sqlite.exec('BEGIN');
  const world = new World(sqlite, history, { from: start.world });
  const model = new Model(world, start);
  if (withTrace) world.trace = [];
  world.scheduler.afterStatement = (task) => {
    model.follow(task);
  };
  try {
    for (const step of history.steps) {
      await live(world, step);
      checkAlways(world, model);
      checkShown(world);
      if (world.failures.length > 0) break;
    }
    if (world.failures.length === 0) await end(world, model);
  } catch (error) {
    world.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    sqlite.exec('ROLLBACK');
  }
  return {
    failures: world.failures,
    turns: world.scheduler.given,
    settled: model.settled.length,
    counts: world.compared,
    trace: world.trace ?? [],
  };
}

/** Does one step, and gives the turns it asks for. */
export async function live(world: World, step: ShopStep): Promise<void> {
  world.passTime(step.seconds);
  world.enter(step);
  world.trace?.push(describe(world, step));
  await perform(world, step);
  await giveTurns(world, step.turns ?? undefined);
}

/** Everybody finishes, banks answer, and the cron comes round until nothing is open any more. */
async function end(world: World, model: Model): Promise<void> {
  world.calm();
  fillAccounts(world);
  world.trace?.push('the end: everything works');
  await giveTurns(world);
  checkAlways(world, model);
  for (let ticks = 0; ticks < LAST_TICKS && (ticks === 0 || openRows(world).length > 0); ticks += 1) {
    const seconds = ticks === 0 ? TICK_SECONDS : secondsUntilNext(world);
    world.passTime(seconds);
    world.trace?.push(`    ${String(seconds)} s later: cron`);
    const began = world.now;
    await world.scheduler.start('cron', null, () => tick(world));
    await giveTurns(world);
    checkLostCollections(world, began);
  }
  checkRenewed(world);
  world.passTime(1900);
  checkEnd(world, model);
}

/**
 * When the cron has something to do again: the bank's window is over, or the time of a collection or of a revocation has
 * come.
 */
function secondsUntilNext({ sqlite, now }: World): number {
  const [row] = query<{ payments: number; next: number | null }>(
    sqlite,
    `SELECT (SELECT count(*) FROM payments WHERE state IN ('initiated', 'pending', 'verifying')) AS payments,
      (SELECT min(next_try_at) FROM (
        SELECT next_try_at FROM direct_debit_charges WHERE state = 'due' OR (state = 'sent' AND next_try_at > ?)
        UNION ALL SELECT next_try_at FROM mandate_revocations)) AS next`,
    now,
  );
  const next = row?.next == null ? WINDOW_SECONDS : Math.max(TICK_SECONDS, row.next - now);
  return row?.payments === 0 ? next : Math.min(next, WINDOW_SECONDS);
}

/** Everybody has money again, so that what is to be collected can be. */
function fillAccounts({ network, sqlite }: World): void {
  network.vandar.accounts.clear();
  query(sqlite, 'UPDATE sandbox_bills SET empty = 0 WHERE empty = 1');
}

/** Gives so many turns; without a number until nobody waits. */
export async function giveTurns(world: World, most = MANY_TURNS): Promise<void> {
  for (let turn = 0; turn < most; turn += 1) {
    if (!(await world.scheduler.step(world.random))) return;
  }
  if (most === MANY_TURNS) throw new Error('requests never come to an end');
}

function describe({ now }: World, { id, seconds, action, accident, storm, turns }: ShopStep): string {
  const { do: verb, ...rest } = action;
  const after = accident?.isFromPayment === true ? ' after it made a payment' : '';
  const extras = [
    ...(accident ? [`worker ${accident.kind} at turn ${String(accident.turn)}${after}`] : []),
    ...(storm > 0 ? [`${String(storm)} % of bank calls go wrong`] : []),
    ...(turns === null ? [] : [`then ${String(turns)} turns`]),
  ];
  const act = `${verb} ${JSON.stringify(rest)}`;
  return `${String(id).padStart(3)}  +${String(seconds)} s (${String(now)})  ${[act, ...extras].join('; ')}`;
}
