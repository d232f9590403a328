import { replaceGlobals } from './globals.ts';
import type { History } from './history.ts';
import { shrink } from './shrink.ts';

export interface Report {
  runs: number;
  turns: number;
  settled: number;
  /** Sums of the outcomes' counts. */
  counts: Record<string, number>;
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

/** The end of a history. */
export interface Outcome {
  /** Empty: everything held. */
  failures: string[];
  /** Turns given: statements, bank calls and timers. */
  turns: number;
  /** Payments that were settled. */
  settled: number;
  /** Other counts of the product, by their names. */
  counts?: Readonly<Record<string, number>>;
  trace: string[];
}

/** The product that is simulated, with its rules. */
export interface Subject<H extends History> {
  /** Makes a history of so many steps; of the same seed always the same. */
  makeHistory: (seed: number, steps: number) => H;
  /** Lives through a history from its beginning, and leaves the beginning as it was. */
  runHistory: (history: H, withTrace: boolean) => Promise<Outcome>;
  /** The first line of a history's trace. */
  describe: (history: H) => string;
  /** The command that runs a history again. */
  toCommand: (seed: number, steps: number) => string;
}

/** A child reports each history before it begins, so that its parent can tell a slow one from an endless one. */
export const ALIVE = 'alive';

/** Failures after which a run ends: more would only repeat them. */
const ENOUGH = 5;

/**
 * Lives through histories one after the other. Replaces the globals of this process for good, so its caller does
 * nothing else. `load` imports the product then: what it loads takes the clock and the timers of that moment. `onSeed` is
 * called before each history.
 */
export async function simulate<H extends History>(
  load: () => Promise<Subject<H>>,
  { from, seeds, steps, isQuick = false, keepsTraces = false }: Wanted,
  onSeed: () => void = () => undefined,
): Promise<Report> {
  replaceGlobals();
  const { makeHistory, runHistory, describe, toCommand } = await load();
  const report: Report = { runs: 0, turns: 0, settled: 0, counts: {}, failed: [], traces: [] };
  for (let seed = from; seed < from + seeds; seed += 1) {
    onSeed();
    const history = makeHistory(seed, steps);
    const { failures, turns, settled, counts = {}, trace } = await runHistory(history, keepsTraces);
    if (keepsTraces) report.traces.push(`seed ${String(seed)}`, ...trace);
    report.runs += 1;
    report.turns += turns;
    report.settled += settled;
    addCounts(report.counts, counts);
    if (failures.length === 0) continue;
    const shortest = isQuick
      ? history
      : await shrink(history, async (one) => (await runHistory(one, false)).failures.length > 0);
    const outcome = await runHistory(shortest, true);
    const text = [
      `seed ${String(seed)}, ${describe(shortest)}:`,
      ...(isQuick ? [] : outcome.trace),
      ...(outcome.failures.length > 0 ? outcome.failures : failures.map((failure) => `${failure} (not again)`)).map(
        (failure) => `  ✗ ${failure}`,
      ),
      `  ${toCommand(seed, steps)}`,
    ].join('\n');
    report.failed.push({ seed, text });
    if (isQuick || report.failed.length >= ENOUGH) break;
  }
  return report;
}

/** Adds each count to the sum of its name. */
export function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}
