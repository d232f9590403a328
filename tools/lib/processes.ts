import { spawn, type ChildProcess } from 'node:child_process';

interface StartOptions {
  env?: Record<string, string>;
  /** The folder that it runs in, with the programs of its own node_modules. */
  cwd?: string;
  /** Gets the output as it comes. */
  onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Shows the output instead. */
  inherit?: boolean;
}

/** A child process; `ended` gives its exit code. */
export interface Started {
  child: ChildProcess;
  ended: Promise<number>;
}

const KILL_AFTER_MS = 5000;
const running = new Set<Started>();
let ending = false;

/** Starts a program. Each child leads a process group, so that `stop` also reaches the processes that it starts. */
export function start(program: string, args: string[], options: StartOptions = {}): Started {
  const { env = {}, cwd = process.cwd(), onOutput = () => undefined, inherit = false } = options;
  const path = `${cwd}/node_modules/.bin:${process.env['PATH'] ?? ''}`;
  const child = spawn(program, args, {
    detached: true,
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput(text, 'stdout'));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onOutput(text, 'stderr'));
  const ended = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      onOutput(`${program}: ${error.message}\n`, 'stderr');
      resolve(1);
    });
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  }).finally(() => running.delete(started));
  const started = { child, ended };
  running.add(started);
  return started;
}

/** Runs a program to its end. `output` is all that it prints, `stdout` without its errors and warnings. */
export async function run(program: string, args: string[], options: Omit<StartOptions, 'onOutput'> = {}) {
  let output = '';
  let stdout = '';
  const onOutput: StartOptions['onOutput'] = (text, stream) => {
    output += text;
    if (stream === 'stdout') stdout += text;
  };
  const { ended } = start(program, args, { ...options, onOutput });
  return { code: await ended, output, stdout };
}

/** Ends a child and its process group: SIGTERM, after five seconds SIGKILL. */
export async function stop({ child, ended }: Started): Promise<void> {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => {
    signal(child, 'SIGKILL');
  }, KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
  signal(child, 'SIGKILL');
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // The group has ended.
  }
}

/** On Ctrl-C or SIGTERM: ends all children, then this process with `code`, which is 0 for a server. */
export function stopChildrenOnExit(code = 130): void {
  const end = async () => {
    if (ending) return;
    ending = true;
    await Promise.all([...running].map(stop));
    process.exit(code);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void end());
  process.on('exit', () => {
    for (const { child } of running) signal(child, 'SIGKILL');
  });
}

/** After a signal to end, errors are not reported. */
export function isEnding(): boolean {
  return ending;
}
