// npm run simulate -- --seeds N [--seed S] [--steps K] [--workers W]: lives through N histories of money from seed S on,
// in process over SQLite, and prints the shortest trace of each that fails. Exits 1 where one does.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addCounts, simulate, type Report } from '@pardeh/money-simulator/simulate';
import { loadShop } from '../../tests/simulator/load-shop.ts';

const SECOND = 1000;
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '8' },
    workers: { type: 'string', default: '1' },
    /** Ends at the first failure; a trace is then not shrunk. */
    first: { type: 'boolean', default: false },
    /** Prints the trace of each history, also where everything holds. */
    trace: { type: 'boolean', default: false },
  },
});
const [seeds, seed, steps, workers] = [values.seeds, values.seed, values.steps, values.workers].map(Number) as [
  number,
  number,
  number,
  number,
];

if (process.send) {
  process.send(
    await simulate(loadShop, { from: seed, seeds, steps, isQuick: values.first, keepsTraces: values.trace }),
  );
} else {
  const started = Date.now();
  const reports =
    workers > 1
      ? await inWorkers()
      : [await simulate(loadShop, { from: seed, seeds, steps, isQuick: values.first, keepsTraces: values.trace })];
  conclude(reports, (performance.timeOrigin + performance.now() - started) / SECOND);
}

/** The same seeds, shared out among processes. */
async function inWorkers(): Promise<Report[]> {
  const share = Math.ceil(seeds / workers);
  return Promise.all(
    Array.from({ length: workers }, (_, at) => {
      const args = [`--seed=${String(seed + at * share)}`, `--seeds=${String(Math.min(share, seeds - at * share))}`];
      const child = fork(fileURLToPath(import.meta.url), [...args, `--steps=${String(steps)}`]);
      return new Promise<Report>((resolve, reject) => {
        child.once('message', (report) => {
          resolve(report as Report);
        });
        child.once('exit', (code) => {
          if (code !== 0) reject(new Error(`a worker ended with ${String(code)}`));
        });
      });
    }),
  );
}

function conclude(reports: readonly Report[], elapsed: number): void {
  const failed = reports.flatMap(({ failed: seeds }) => seeds);
  for (const line of reports.flatMap(({ traces }) => traces)) console.log(line);
  for (const { text } of failed) console.log(`${text}\n`);
  const counts: Record<string, number> = {};
  for (const report of reports) addCounts(counts, report.counts);
  console.log(`compared with previews: ${JSON.stringify(counts)}`);
  const sum = (pick: (report: Report) => number) => reports.reduce((all, report) => all + pick(report), 0);
  const [runs, turns, settled] = [sum((one) => one.runs), sum((one) => one.turns), sum((one) => one.settled)];
  console.log(
    `${String(runs)} seeds, ${String(turns)} turns, ${String(settled)} settled payments, ${String(failed.length)} failed; ` +
      `${elapsed.toFixed(1)} s, ${(runs / elapsed).toFixed(0)} seeds a second`,
  );
  if (failed.length > 0) process.exitCode = 1;
}
