import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_CONFIG } from './build.ts';
import { isEnding, start, stop, type Started } from './processes.ts';
import { problem } from './progress.ts';

export interface ServeOptions {
  port: number;
  stateDir: string;
  /** A file of secrets. */
  envFile: string;
  /** They win over wrangler.toml. */
  vars?: Record<string, string> | undefined;
}
export interface DirectOptions extends ServeOptions {
  /** A module before the built entry, which it imports as ./entry.mjs; the tests break parts of the Worker by it. */
  wrapper?: string | undefined;
  inspectorPort?: number | undefined;
  /** Past the entry and the router of assets that Miniflare puts before a Worker: benchmarks of the Worker itself. */
  isAlone?: boolean | undefined;
  /** Another Worker's wrangler configuration. */
  config?: string | undefined;
}
export interface Server {
  url: string;
  ended: Promise<number>;
  stop(): Promise<void>;
}
export interface WorkerServer extends Server {
  /** Until now, the lines about statements that its database does not take: a page may go without what they read. */
  refusals: readonly string[];
}

const READY_WITHIN_MS = 240_000;
const POLL_MS = 150;
const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  // Otherwise miniflare asks a server of Cloudflare for the `cf` object of requests.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};
const FAST_AVIF = `--import=${new URL('../../src/platform/patches/sharp-avif-effort.ts', import.meta.url).href}`;

/** Serves the production build (or the Worker of `config`) on 127.0.0.1 and waits until it answers. */
export async function serve(options: ServeOptions & { config?: string }): Promise<Server> {
  const { port, stateDir, envFile, vars = {}, config = BUILT_CONFIG } = options;
  const args = [
    ...['dev', '-c', config, '--persist-to', stateDir, '--env-file', resolve(envFile)],
    ...['--port', String(port), '--ip', '127.0.0.1', '--inspector-port', '0', '--log-level', 'warn'],
    '--show-interactive-dev-session=false',
    ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ];
  const env = { ...QUIET, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${FAST_AVIF}` };
  return whenReady(port, (onOutput) => start('wrangler', args, { env, onOutput }));
}

/**
 * Serves the production build without wrangler's proxy: that loses a connection to the Worker now and then and repeats
 * only a GET, so that a test's POST answers 500 (docs/architecture.md). `env` is of the process.
 */
export async function serveDirectly(options: DirectOptions, env: Record<string, string> = {}): Promise<WorkerServer> {
  const program = join(import.meta.dirname, 'worker-process.ts');
  const args = ['--no-warnings', FAST_AVIF, program, JSON.stringify(options)];
  return whenReady(options.port, (onOutput) => start('node', args, { env, onOutput }));
}

async function whenReady(port: number, begin: (onOutput: (text: string) => void) => Started): Promise<WorkerServer> {
  const log = createLog();
  const server = begin(log.write);
  try {
    const status = await waitForAnswer(`http://127.0.0.1:${port}/`, server.ended);
    if (status >= 500) log.write(`The home page answers ${status}.\n`);
  } catch (error) {
    await stop(server);
    throw isEnding() ? error : problem(`The Worker did not start: ${(error as Error).message}\n${log.all()}`);
  }
  log.show();
  return { url: `http://localhost:${port}`, ended: server.ended, refusals: log.refusals, stop: () => stop(server) };
}

/** The status of the first answer; throws where the server ends or does not answer in time. */
async function waitForAnswer(url: string, ended: Promise<number>): Promise<number> {
  const until = Date.now() + READY_WITHIN_MS;
  const died = ended.then((code) => {
    throw new Error(`it ended with code ${code}.`);
  });
  died.catch(() => undefined);
  const poll = async () => {
    while (Date.now() < until) {
      const response = await fetch(url, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).catch(() => null);
      await response?.arrayBuffer();
      if (response) return response.status;
      await wait(POLL_MS);
    }
    throw new Error(`no answer within ${READY_WITHIN_MS / 1000} s.`);
  };
  return Promise.race([poll(), died]);
}

const NOISE = [
  // workerd reports each browser that leaves during an answer, with a stack.
  /kj::getCaughtExceptionAsKj.*disconnected/,
  /^\s*stack: .*workerd/,
  /^\s*$/,
  /update available/i,
  /Using secrets defined/,
  /─{4,}/,
  // wrangler's own proxy repeated a request and got an answer.
  /ProxyWorker: .* recovered on attempt/,
];

const REFUSAL = /\bSQLITE_(?:ERROR|TOOBIG)\b/;

/** The server's output without noise: kept until the Worker answers, then shown as it comes. */
function createLog() {
  const lines: string[] = [];
  const refusals: string[] = [];
  let isVisible = false;
  return {
    refusals,
    write: (text: string) => {
      const newLines = text.split('\n').filter((line) => !NOISE.some((pattern) => pattern.test(line)));
      lines.push(...newLines);
      refusals.push(...newLines.filter((line) => REFUSAL.test(line)));
      if (isVisible) newLines.forEach((line) => console.error(line));
    },
    all: () => lines.join('\n'),
    show: () => {
      isVisible = true;
      lines.forEach((line) => console.error(line));
    },
  };
}
