import { spawn } from 'node:child_process';

/** Children that must not outlive us; each leads a process group of its own. */
const alive = new Set();
let ending = false;

/**
 * Starts a program of node_modules/.bin, or `node`. It gets its own process group, so that `stop` reaches what it starts.
 * @param {string} program
 * @param {string[]} args
 * @param {{env?: Record<string, string>, onOutput?: (text: string) => void, inherit?: boolean}} [options]
 *   `inherit` shows its output as it comes; else `onOutput` gets it.
 */
export function start(program, args, { env = {}, onOutput = () => {}, inherit = false } = {}) {
  const path = `${process.cwd()}/node_modules/.bin:${process.env.PATH ?? ''}`;
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, PATH: path, ...env },
    stdio: inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  child.stderr?.setEncoding('utf8').on('data', onOutput);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      onOutput(`${program}: ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  }).finally(() => alive.delete(child));
  return { child, ended };
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{env?: Record<string, string>, inherit?: boolean}} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export async function run(program, args, options = {}) {
  let output = '';
  const { ended } = start(program, args, { ...options, onOutput: (text) => (output += text) });
  return { code: await ended, output };
}

/**
 * Ends a child and all that it started; after five seconds without asking.
 * @param {{child: import('node:child_process').ChildProcess, ended: Promise<number>}} started
 */
export async function stop({ child, ended }) {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
  signal(child, 'SIGKILL');
}

function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // The group is gone already.
  }
}

/**
 * On Ctrl-C or SIGTERM: ends all children, then us. Call once, first thing.
 * @param {number} [code] the exit code then: 0 for a server, which is meant to be stopped so
 */
export function stopChildrenOnExit(code = 130) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, async () => {
      if (ending) return;
      ending = true;
      await Promise.all([...alive].map((child) => stop({ child, ended: closed(child) })));
      process.exit(code);
    });
  }
  process.on('exit', () => {
    for (const child of alive) signal(child, 'SIGKILL');
  });
}

/** Whether a signal has asked us to end; what fails from then on is no news. */
export function isEnding() {
  return ending;
}

function closed(child) {
  return child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
    : Promise.resolve(0);
}
