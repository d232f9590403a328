import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_CONFIG } from './build.mjs';
import { isEnding, start, stop } from './processes.mjs';
import { problem } from './progress.mjs';

const READY_WITHIN = 60_000;
const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  // Without it miniflare asks a server of Cloudflare's for the `cf` object of requests.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};
const QUICK_PICTURES = `--import=${new URL('fast-avif.mjs', import.meta.url).href}`;

/**
 * Serves the production build on 127.0.0.1 and waits until it answers.
 * @param {{port: number, stateDir: string, envFile: string, vars?: Record<string, string>, config?: string}} options
 *   `envFile`: secrets; `vars` win over wrangler.toml; `config`: of another Worker than the built one
 * @returns {Promise<{url: string, ended: Promise<number>, stop: () => Promise<void>}>}
 */
export async function serve({ port, stateDir, envFile, vars = {}, config = BUILT_CONFIG }) {
  const args = [
    ['dev', '-c', config, '--persist-to', stateDir, '--env-file', resolve(envFile)],
    ['--port', String(port), '--ip', '127.0.0.1', '--inspector-port', '0', '--log-level', 'warn'],
    ['--show-interactive-dev-session=false'],
    ...Object.entries(vars).map(([name, value]) => ['--var', `${name}:${value}`]),
  ].flat();
  return whenItAnswers(port, (onOutput) =>
    start('wrangler', args, {
      env: { ...QUIET, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${QUICK_PICTURES}` },
      onOutput,
    }),
  );
}

/**
 * Serves the production build as `serve` does, without wrangler's proxy before it: that loses a connection to the Worker
 * now and then, and asks again for GET only, so that a test's POST answers 500 (decision 017).
 * @param {{port: number, stateDir: string, envFile: string, vars?: Record<string, string>, wrapper?: string}} options as
 *   of `serve`; `wrapper`: a module that stands before the built entry and imports it as ./entry.mjs
 * @param {Record<string, string>} [env] of the process
 */
export async function serveDirectly(options, env = {}) {
  const args = [
    '--no-warnings',
    QUICK_PICTURES,
    join(import.meta.dirname, 'worker-process.mjs'),
    JSON.stringify(options),
  ];
  return whenItAnswers(options.port, (onOutput) => start('node', args, { env, onOutput }));
}

async function whenItAnswers(port, begin) {
  const log = logFilter();
  const server = begin(log.write);
  const url = `http://localhost:${port}`;
  try {
    const status = await waitUntilReady(`http://127.0.0.1:${port}/`, server.ended);
    if (status >= 500) log.write(`The home page answers ${status}.\n`);
  } catch (error) {
    await stop(server);
    throw isEnding() ? error : problem(`The Worker did not start: ${error.message}\n${log.all()}`);
  }
  log.show();
  return { url, ended: server.ended, stop: () => stop(server) };
}

/** Waits for the first answer. @returns {Promise<number>} its status; throws if the server dies or says nothing */
async function waitUntilReady(url, ended) {
  const until = Date.now() + READY_WITHIN;
  const died = ended.then((code) => {
    throw new Error(`it ended with code ${code}.`);
  });
  died.catch(() => {});
  const poll = async () => {
    while (Date.now() < until) {
      const response = await fetch(url, { signal: AbortSignal.timeout(READY_WITHIN) }).catch(() => null);
      if (response) {
        await response.arrayBuffer();
        return response.status;
      }
      await wait(150);
    }
    throw new Error(`no answer within ${READY_WITHIN / 1000} s.`);
  };
  return Promise.race([poll(), died]);
}

/** The server's output: kept until the Worker answers, then shown as it comes, without what is no news. */
function logFilter() {
  // A browser that leaves in the middle of an answer is no news; workerd says it with a stack.
  const noise = [
    /kj::getCaughtExceptionAsKj.*disconnected/,
    /^\s*stack: .*workerd/,
    /^\s*$/,
    /update available/i,
    /Using secrets defined/,
    /─{4,}/,
    // wrangler's own proxy asked its Worker again, and got an answer.
    /ProxyWorker: .* recovered on attempt/,
  ];
  const lines = [];
  let shown = false;
  return {
    write: (text) => {
      const kept = text.split('\n').filter((line) => !noise.some((pattern) => pattern.test(line)));
      if (shown) kept.forEach((line) => console.error(line));
      else lines.push(...kept);
    },
    all: () => lines.join('\n'),
    show: () => {
      shown = true;
      lines.forEach((line) => console.error(line));
    },
  };
}
