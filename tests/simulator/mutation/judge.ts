import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { applyChanges, type Change } from './change.ts';
import { runFile } from './tests-in-process.ts';

/**
 * A process that judges mutants, one after the other: a message names changes and tests, the answer is what the first
 * failing test said, or null. Each time it loads our modules again, with the changes, and all others only once.
 */
export interface Case {
  changes: readonly Change[];
  tests: readonly string[];
}
export interface Judgement {
  failure: string | null;
  /** How many tests ran up to then. */
  ran: number;
}

const ROOT = pathToFileURL('./').href;
const SHIM = new URL('tests-in-process.ts', import.meta.url).href;
const PLATFORM = `${ROOT}tests/support/site/platform.ts`;
let round = 0;
let changes: readonly Change[] = [];

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'vitest' && context.parentURL !== SHIM) return { url: SHIM, shortCircuit: true };
    const resolved = next(specifier, context);
    const { url } = resolved;
    const isOurs = url.startsWith(ROOT) && !url.includes('/node_modules/') && url !== SHIM;
    if (!isOurs || round === 0) return resolved;
    const path = url === PLATFORM ? `${ROOT}tests/support/site/sqlite-platform.ts` : url;
    return { ...resolved, url: `${path}?${String(round)}` };
  },
  load: (url, context, next) => {
    const loaded = next(url, context);
    const path = url.replace(/\?\d+$/, '').slice(ROOT.length);
    if (!changes.some(({ file }) => file === path)) return loaded;
    return { ...loaded, source: applyChanges(changes, path, toSource(loaded.source)) };
  },
});
Object.assign(globalThis, { __BUILD_ID__: 'test' });

let stray: string | null = null;
process.on('unhandledRejection', (error) => {
  stray = describeError(error);
});

process.on('message', (message: Case) => {
  void judge(message).then((judgement) => process.send?.(judgement));
});

async function judge(one: Case): Promise<Judgement> {
  round += 1;
  changes = one.changes;
  stray = null;
  process.env['SIMULATOR_CHANGES'] = JSON.stringify(changes);
  let ran = 0;
  try {
    for (const test of one.tests) ran += await runFile(() => import(`${ROOT}${test}`));
    return { failure: stray, ran };
  } catch (error) {
    return { failure: describeError(error), ran };
  }
}

/** A source as a loader gives it. */
function toSource(source: string | ArrayBuffer | NodeJS.TypedArray | undefined): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/** An error and what caused it: Drizzle wraps what the database says. */
function describeError(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) texts.push(`${at.name}: ${at.message}`);
  return texts.length > 0 ? texts.join('; ') : String(error);
}
