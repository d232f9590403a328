// No dependencies: prestart uses this before `npm ci`.

/** How often a long step says that it still runs, where the output is no terminal. Milliseconds. */
const REMINDER = 15_000;
const TICK = 200;

/**
 * Runs a step and shows its name with the elapsed time: a live line in a terminal, a line at times elsewhere.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what the work gives; its error passes through
 */
export async function withProgress(label, work) {
  const started = Date.now();
  const terminal = process.stdout.isTTY === true;
  const line = (mark) => `${mark} ${label} … ${seconds(Date.now() - started)}`;
  if (!terminal) console.log(`• ${label} …`);
  const timer = setInterval(
    () => (terminal ? process.stdout.write(`\r${line('•')}`) : console.log(line('•'))),
    terminal ? TICK : REMINDER,
  );
  try {
    const result = await work();
    console.log(`${terminal ? '\r' : ''}${line('✓')}`);
    return result;
  } catch (error) {
    console.log(`${terminal ? '\r' : ''}${line('✗')}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {number} milliseconds @returns {string} `4.2 s` or `1 min 05 s` */
export function seconds(milliseconds) {
  const total = milliseconds / 1000;
  if (total < 60) return `${total.toFixed(1)} s`;
  return `${Math.floor(total / 60)} min ${String(Math.floor(total % 60)).padStart(2, '0')} s`;
}

/** An error that is meant for the reader as it is, without a stack. @param {string} message */
export function problem(message) {
  return Object.assign(new Error(message), { name: 'Problem' });
}

/** Runs a command's main function; a failure is printed and ends the process with 1. @param {() => Promise<void>} main */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    const known = error instanceof Error && error.name === 'Problem';
    console.error(known ? `\n${error.message}` : error);
    process.exit(1);
  }
}
