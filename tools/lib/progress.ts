import { StartProblem } from '@pardeh/workers-on-node/process/problem';

const REMINDER_MS = 15_000;
const TICK_MS = 200;

/** Runs a step and shows its label with the elapsed time: a live line in a terminal, elsewhere a line every 15 s. */
export async function withProgress<T>(label: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  const terminal = process.stdout.isTTY;
  const line = (mark: string) => `${mark} ${label} … ${formatSeconds(Date.now() - started)}`;
  const show = () => {
    if (terminal) process.stdout.write(`\r${line('•')}`);
    else console.log(line('•'));
  };
  if (!terminal) console.log(`• ${label} …`);
  const timer = setInterval(show, terminal ? TICK_MS : REMINDER_MS);
  let mark = '✗';
  try {
    const result = await work();
    mark = '✓';
    return result;
  } finally {
    clearInterval(timer);
    console.log(`${terminal ? '\r' : ''}${line(mark)}`);
  }
}

/** `4.2 s` or `1 min 05 s`. */
export function formatSeconds(milliseconds: number): string {
  const total = milliseconds / 1000;
  if (total < 60) return `${total.toFixed(1)} s`;
  return `${Math.floor(total / 60)} min ${String(Math.floor(total % 60)).padStart(2, '0')} s`;
}

/** An error whose message is shown to the reader without a stack. `code`: for programs that answer to it. */
export function problem(message: string, code?: string): Error {
  return Object.assign(new Error(message), { name: 'Problem', ...(code !== undefined && { code }) });
}

/** An error for the reader: the message of a Problem, else the error with its stack. */
export function describeError(error: unknown): unknown {
  return error instanceof Error && error.name === 'Problem' ? error.message : error;
}

/** Runs a command's main function; a failure is printed and ends the process with its `exitCode`, else with 1. */
export async function command(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error('\n%s', describeError(error));
    process.exit(error instanceof StartProblem ? error.exitCode : 1);
  }
}
