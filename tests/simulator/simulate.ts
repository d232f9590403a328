import { replaceGlobals } from './globals.ts';
import type { History } from './steps.ts';

export interface Report {
  runs: number;
  turns: number;
  settled: number;
  failed: { seed: number; text: string }[];
  traces: string[];
}

export interface Wanted {
  from: number;
  seeds: number;
  /** Steps of each history. */
  steps: number;
  /** End at the first failure, and do not shrink it. */
  isQuick?: boolean;
  /** Keep the trace of every history, also of those that hold. */
  keepsTraces?: boolean;
}

/** A child reports each history before it begins, so that its parent can tell a slow one from an endless one. */
export const ALIVE = 'alive';

/** Failures after which a run ends: more would only repeat them. */
const ENOUGH = 5;

/**
 * Lives through histories one after the other. Replaces the globals of this process for good, so its caller does
 * nothing else. `onSeed` is called before each history.
 */
export async function simulate(
  { from, seeds, steps, isQuick = false, keepsTraces = false }: Wanted,
  onSeed: () => void = () => undefined,
): Promise<Report> {
  replaceGlobals();
  // Only now: what is loaded takes the clock and the timers of that moment.
  const { prepareStarts } = await import('./beginnings.ts');
  const { runHistory } = await import('./run.ts');
  const { makeHistory } = await import('./history.ts');
  const { shrink } = await import('./shrink.ts');
  const starts = await prepareStarts();
  const run = (history: History, withTrace = false) =>
    runHistory(starts(history.world, history.beginning), history, withTrace);
  const report: Report = { runs: 0, turns: 0, settled: 0, failed: [], traces: [] };
  for (let seed = from; seed < from + seeds; seed += 1) {
    onSeed();
    const history = makeHistory(seed, steps);
    const { failures, turns, settled, trace } = await run(history, keepsTraces);
    if (keepsTraces) report.traces.push(`seed ${String(seed)}`, ...trace);
    report.runs += 1;
    report.turns += turns;
    report.settled += settled;
    if (failures.length === 0) continue;
    const shortest = isQuick ? history : await shrink(history, async (one) => (await run(one)).failures.length > 0);
    const outcome = await run(shortest, true);
    const text = [
      `seed ${String(seed)}, ${shortest.world}, begins with ${shortest.beginning}:`,
      ...(isQuick ? [] : outcome.trace),
      ...outcome.failures.map((failure) => `  ✗ ${failure}`),
      `  npm run simulate -- --seed ${String(seed)} --seeds 1 --steps ${String(steps)}`,
    ].join('\n');
    report.failed.push({ seed, text });
    if (isQuick || report.failed.length >= ENOUGH) break;
  }
  return report;
}
