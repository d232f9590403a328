import { formatSeconds } from '../lib/progress.ts';

const EVERY_MS = 5000;
const EVERY_MS_TERMINAL = 250;

/** A step and how much of the whole work it is; the unit does not matter. */
export interface Step {
  name: string;
  weight: number;
}

/** Shows how far an ingest is, and the time left by what this run has done so far. */
export function createProgress(
  steps: readonly Step[],
  isDone: (step: string) => boolean,
  tell: (share: number, step: string) => void = () => undefined,
) {
  const total = steps.reduce((sum, { weight }) => sum + weight, 0);
  const before = steps.filter(({ name }) => isDone(name)).reduce((sum, { weight }) => sum + weight, 0);
  const started = Date.now();
  const terminal = process.stdout.isTTY;
  let printedAt = 0;
  // Steps of an earlier run are counted at the start, and not again when they are passed over.
  const counted = new Set(steps.flatMap(({ name }) => (isDone(name) ? [name] : [])));
  let finished = before;
  const print = (name: string, share: number, always: boolean) => {
    const now = Date.now();
    const done = finished + share * (steps.find((step) => step.name === name)?.weight ?? 0);
    tell(Math.min(1, done / total), name);
    if (!always && now - printedAt < (terminal ? EVERY_MS_TERMINAL : EVERY_MS)) return;
    printedAt = now;
    const line = progressLine(name, { done, before, total, elapsed: now - started });
    process.stdout.write(terminal ? `\r${line.padEnd(60)}` : `${line}\n`);
  };
  return {
    /** `share` of the step, 0 to 1. */
    at: (name: string, share: number) => print(name, Math.min(1, Math.max(0, share)), false),
    done: (name: string) => {
      if (counted.has(name)) return;
      counted.add(name);
      print(name, 1, true);
      finished += steps.find((step) => step.name === name)?.weight ?? 0;
    },
  };
}

/** «42 %, 720p, 12 min 05 s left». Time in ms; `before` is what an earlier run did and says nothing of the speed. */
export function progressLine(
  name: string,
  { done, before, total, elapsed }: { done: number; before: number; total: number; elapsed: number },
): string {
  const doneByThisRun = done - before;
  const left =
    doneByThisRun <= 0 ? 'time unknown' : `${formatSeconds((elapsed * (total - done)) / doneByThisRun)} left`;
  return `${String(Math.min(100, Math.floor((done / total) * 100))).padStart(3)} %, ${name}, ${left}`;
}
