import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { ALIVE, type Report, type Wanted } from '@pardeh/money-simulator/simulate';
import { changeSources } from './change-plugin.ts';
import type { Change } from './change.ts';

const FOLDER = resolve('.cache/simulator');
let bundles = 0;

/** Bundles the simulator with the product, in which some changes were made; the path of the bundle. */
async function bundleChanged(changes: readonly Change[]): Promise<string> {
  bundles += 1;
  const name = `${String(process.pid)}-${String(bundles)}.mjs`;
  mkdirSync(FOLDER, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [changeSources(changes)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: FOLDER,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: 'tests/simulator/child.ts',
        treeshake: false,
        output: { entryFileNames: name, codeSplitting: false },
      },
    },
  });
  return join(FOLDER, name);
}

/** The outcome of a run under a change. `broken`: the changed code does not run at all, so it shows nothing. */
export type Verdict =
  { kind: 'found'; seed: number; text: string } | { kind: 'survived' } | { kind: 'broken'; text: string };

/** A history that takes longer than this is taken to go round in circles, which is found, too. Milliseconds. */
const HISTORY_TIMEOUT_MS = 180_000;

/** Simulates with changes of the source, in a process of its own, up to the first failure. */
export async function runChanged(changes: readonly Change[], wanted: Wanted): Promise<Verdict> {
  const bundle = await bundleChanged(changes);
  try {
    return await runBundle(bundle, changes, wanted);
  } finally {
    rmSync(bundle, { force: true });
  }
}

async function runBundle(bundle: string, changes: readonly Change[], wanted: Wanted): Promise<Verdict> {
  const env = { ...process.env, SIMULATOR_CHANGES: JSON.stringify(changes) };
  const child = fork(bundle, [JSON.stringify({ ...wanted, isQuick: true })], { env, silent: true });
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ kind: 'found', seed: 0, text: 'does not end' });
    }, HISTORY_TIMEOUT_MS);
    child.on('message', (message: Report | typeof ALIVE) => {
      if (message === ALIVE) {
        timer.refresh();
        return;
      }
      const [first] = message.failed;
      resolve(first ? { kind: 'found', ...first } : { kind: 'survived' });
    });
    child.once('exit', (_, signal) => {
      clearTimeout(timer);
      // Somebody else ended it, which says nothing of the change.
      resolve(signal === null ? readCrash(errors) : { kind: 'broken', text: `ended by ${signal}` });
    });
  });
}

/** A process that ended without a report: the beginnings failed, which is a find, or the code cannot even be loaded. */
function readCrash(errors: string): Verdict {
  const isSyntax = /SyntaxError|syntax error|no such column|ambiguous column|wrong number of arguments/.test(errors);
  const text = /Error: .*/.exec(errors)?.[0] ?? errors.slice(0, 200);
  return isSyntax ? { kind: 'broken', text } : { kind: 'found', seed: 0, text };
}
