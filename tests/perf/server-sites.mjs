import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildIfNeeded } from '../../tools/lib/build.ts';
import { ensureLocalVars, seed } from '../../tools/lib/local-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { run } from '../../tools/lib/processes.ts';
import { problem, withProgress } from '../../tools/lib/progress.ts';
import { serveDirectly } from '../../tools/lib/serve.ts';

const PORTS = { hello: 4374, small: 4372, large: 4373 };
const [SEEDED, SMALL, LARGE, HELLO] = ['seed', 'small', 'large', 'hello'].map((name) => `.wrangler/bench-${name}`);
const VARS = '.wrangler/bench.vars';
/** Beside the data that it speaks of. */
const MARK = 'v3/imported';

/**
 * Three Workers side by side, without wrangler's proxy (docs/architecture.md): one that only says hello, the site with the demo
 * catalogue, and the site with so many titles more. The large catalogue is kept for the next run.
 * @param {number} titles
 * @param {boolean} fresh imports again
 */
export async function openSites(titles, fresh) {
  for (const port of Object.values(PORTS)) await requireFreePort(port);
  await buildIfNeeded();
  ensureLocalVars(VARS);
  await largeState(titles, fresh);
  copy(SEEDED, SMALL);
  writeHello();
  const servers = [];
  const start = async (name, options) => {
    const direct = { port: PORTS[name], envFile: VARS, isAlone: true, ...options };
    servers.push(await withProgress(`Starting ${name}`, () => serveDirectly(direct)));
  };
  const close = () => Promise.all(servers.map((server) => server.stop()));
  try {
    await start('hello', { stateDir: `${HELLO}/state`, config: `${HELLO}/wrangler.json` });
    await start('small', { stateDir: SMALL });
    await start('large', { stateDir: LARGE });
  } catch (error) {
    await close();
    throw error;
  }
  return { ports: PORTS, close };
}

/**
 * The folder of a state with so many titles beside the demo catalogue, made where it is not there.
 * @param {number} titles
 * @returns {Promise<string>}
 */
export async function largeState(titles, fresh = false) {
  await seed(SEEDED);
  const mark = `${readFileSync(`${SEEDED}/v3/seeded`, 'utf8')} ${titles}`;
  const lastMark = existsSync(`${LARGE}/${MARK}`) && readFileSync(`${LARGE}/${MARK}`, 'utf8');
  if (lastMark === mark && !fresh) return LARGE;
  const file = `.cache/synth-${titles}.jsonl`;
  await must('Making titles', ['tools/synth/synth.ts', String(titles), file]);
  copy(SEEDED, LARGE);
  const args = ['--max-semi-space-size=4', 'scripts/import.ts', file];
  const message = await must('Importing them', args, { STATE_DIR: LARGE });
  console.log(message.trim().split('\n').slice(-3).join('\n'));
  writeFileSync(`${LARGE}/${MARK}`, mark);
  return LARGE;
}

async function must(label, args, env = {}) {
  const { code, output } = await withProgress(label, () => run('node', args, { env }));
  if (code !== 0) throw problem(`${label} failed:\n${output.trim()}`);
  return output;
}

function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

function writeHello() {
  mkdirSync(HELLO, { recursive: true });
  const config = { name: 'hello', main: 'hello.js', compatibility_date: '2026-10-01' };
  writeFileSync(`${HELLO}/wrangler.json`, JSON.stringify(config));
  writeFileSync(`${HELLO}/hello.js`, "export default { fetch: () => new Response('hello world') };\n");
}
