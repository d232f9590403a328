// npm run profile -- /path: where the Worker's processor time goes while it renders a page that no cache holds.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../tools/lib/build.ts';
import { ensureLocalVars, seed } from '../../tools/lib/local-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, problem, withProgress } from '../../tools/lib/progress.ts';
import { serveDirectly } from '../../tools/lib/serve.ts';
import { describeProfile, type CpuProfile } from './cpu-profile.ts';
import { openInspector } from './inspector.ts';
import { visitMany } from './server-load.mjs';
import { largeState } from './server-sites.mjs';

const PORT = Number(process.env['TEST_PORT'] ?? 4376);
const INSPECTOR_PORT = PORT + 1;
const STATE = '.wrangler/bench-state';
/** For the DevTools of a browser. */
const OUT = '.cache/page.cpuprofile';
const VARS = '.wrangler/bench.vars';
/** Microseconds between samples. */
const INTERVAL = 1000;
const USAGE = 'Usage: npm run profile -- /path [--cached] [--count 300] [--at-once 1] [--titles 100000] [--top 20]';

stopChildrenOnExit();
await command(async () => {
  const { path, cached, count, atOnce, titles, top } = parseOptions();
  for (const port of [PORT, INSPECTOR_PORT]) await requireFreePort(port);
  await buildIfNeeded();
  ensureLocalVars(VARS);
  if (titles === 0) await seed(STATE);
  const stateDir = titles === 0 ? STATE : await largeState(titles);
  const options = { port: PORT, stateDir, envFile: VARS, inspectorPort: INSPECTOR_PORT };
  const site = await withProgress('Starting the Worker', () => serveDirectly(options));
  try {
    const target = { port: PORT, path, cached };
    await withProgress('Warming up', () => visitMany(target, { count: Math.max(100, count / 2), atOnce }));
    const inspector = await openInspector(INSPECTOR_PORT);
    const before = processSeconds(inspector.pid);
    const load = await withProgress(`${String(count)} × ${path}`, () => visitMany(target, { count, atOnce }));
    const seconds = processSeconds(inspector.pid) - before;
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.setSamplingInterval', { interval: INTERVAL });
    await inspector.send('Profiler.start');
    await withProgress(`${String(count)} × ${path}, profiled`, () => visitMany(target, { count, atOnce }));
    // The writes to the cache behind the last answers.
    await wait(200);
    const { profile } = (await inspector.send('Profiler.stop')) as { profile: CpuProfile };
    inspector.close();
    mkdirSync(dirname(OUT), { recursive: true });
    writeFileSync(OUT, JSON.stringify(profile));
    console.log(`\n${path}: ${String(count)} requests, ${String(atOnce)} at once, ${rate(count, load.took)} a second`);
    if (seconds > 0) console.log(`workerd with its D1, KV and cache: ${((seconds * 1000) / count).toFixed(1)} ms each`);
    console.log(describeProfile(profile, { requests: count, interval: INTERVAL }, top));
  } finally {
    await site.stop();
  }
});

function rate(count: number, milliseconds: number): string {
  return ((count * 1000) / milliseconds).toFixed(0);
}

/** Processor time of a process so far, from Linux's /proc; 0 elsewhere. */
function processSeconds(pid: number | null): number {
  if (pid === null) return 0;
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cached: { type: 'boolean', default: false },
      count: { type: 'string', default: '300' },
      'at-once': { type: 'string', default: '1' },
      titles: { type: 'string', default: '0' },
      top: { type: 'string', default: '20' },
    },
  });
  const path: string = positionals[0] ?? '/';
  const [count, atOnce, titles, top] = [values.count, values['at-once'], values.titles, values.top].map(Number);
  if (!path.startsWith('/') || positionals.length > 1 || !count || !atOnce || titles === undefined || !top) {
    throw problem(USAGE);
  }
  return { path, cached: values.cached, count, atOnce, titles, top };
}
