import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';

/** The server's program in a process of its own, with the app but without pages. */
export interface NodeSite {
  url: string;
  /** Lines of its log. */
  lines: string[];
  pid: number;
  kill: (signal: NodeJS.Signals) => void;
  /** The exit code. */
  ended: Promise<number | null>;
}

/** A build without pages, which need a bundler: the app as it is in src. */
export function writeBuild(folder: string): void {
  mkdirSync(join(folder, 'server'), { recursive: true });
  mkdirSync(join(folder, 'client/_astro'), { recursive: true });
  writeFileSync(join(folder, 'client/_astro/code.js'), 'plain');
  writeFileSync(join(folder, 'client/_astro/code.js.br'), 'brotli');
  mkdirSync(join(folder, 'client/parts'));
  writeFileSync(join(folder, 'client/parts/aB_c-D.css'), 'p{}');
  writeFileSync(join(folder, 'client/_headers'), readFileSync('public/_headers'));
  const thread = pathToFileURL(resolve('packages/workers-on-node/src/database/thread.ts')).href;
  writeFileSync(join(folder, 'server/database-thread.mjs'), `import ${JSON.stringify(thread)};`);
  const app = pathToFileURL(resolve('src/app/worker-app.ts')).href;
  const gate = pathToFileURL(resolve('src/host/node/http/render-gate.ts')).href;
  writeFileSync(
    join(folder, 'server/entry.mjs'),
    `globalThis.__BUILD_ID__ = 'test';
const { createWorker } = await import(${JSON.stringify(app)});
const { createRenderGate } = await import(${JSON.stringify(gate)});
export const renders = createRenderGate();
const held = [];
const pages = async ({ url }) => {
  if (new URL(url).pathname .endsWith('/broken')) {
    const start = (stream) => stream.enqueue(new TextEncoder().encode('text '.repeat(500)));
    let parts = 0;
    const pull = (stream) => (++parts > 2 ? stream.error(new Error('cut')) : start(stream));
    return new Response(new ReadableStream({ start, pull }), { headers: { 'content-type': 'text/html' } });
  }
  if (new URL(url).pathname === '/held') await new Promise((resolve) => held.push(resolve));
  if (new URL(url).pathname === '/profile/free') held.splice(0).forEach((resolve) => resolve());
  if (new URL(url).pathname.startsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 700));
  const html = '<html><p>' + 'text '.repeat(500) + '</p></html>';
  return new Response(html, { headers: { 'content-type': 'text/html', 'content-length': String(html.length) } });
};
export const fetch = createWorker(renders.wrap(pages));
export const scheduled = async () => undefined;
export const build = 'test';
export const crons = ['17 0 * * *'];
`,
  );
}

export async function startNodeSite(
  build: string,
  data: string,
  vars: Record<string, string> = {},
  more: readonly string[] = ['--port', '0'],
  enter: readonly string[] = [],
): Promise<NodeSite> {
  const program = ['--disable-warning=ExperimentalWarning', 'src/host/node/main.ts', '--build', build, '--data', data];
  const env = { ...process.env, ...DEMO_VARS, MEDIA_SIGNING_KEY: 'a-key-for-tests-only', ...vars };
  const [command = '', ...args] = [...enter, process.execPath, ...program, ...more];
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const started = new Promise<string>((done, fail) => {
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      const url = parts.map((line) => /"message":"started","url":"([^"]+)"/.exec(line)?.[1]).find(Boolean);
      if (url !== undefined) done(url);
    });
    void ended.then((code) => fail(new Error(`ended with ${String(code)}: ${lines.join('\n')}`)));
  });
  return { url: await started, pid: child.pid ?? 0, lines, ended, kill: (signal) => void child.kill(signal) };
}
