// npm run bench:pages: cold loads on a slow phone, next to the floor pages, with the bars of issue 2, section 7.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { requirePrograms } from '../../tools/lib/system.ts';
import { isEnding, stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, withProgress } from '../../tools/lib/progress.ts';
import { judge, medians } from './bars.mjs';
import { startEdge } from './edge.mjs';
import { FLOOR_DIR, ensureFloor } from './floor.mjs';
import { coldLoad, loadWithoutScript, warm } from './load.mjs';
import { parseOptions } from './options.mjs';
import { findPages, freshen } from './pages.mjs';
import { SLOW_4G, launchOptions } from './profile.mjs';
import { markdown, writeToDocs } from './report.mjs';
import { openSite } from './site.mjs';

const JSON_FILE = '.cache/bench-pages.json';
const FLOORS = [
  { name: 'floor', path: '/' },
  { name: 'floor-title', path: '/title/' },
];

stopChildrenOnExit();
await command(async () => {
  const options = parseOptions(process.argv.slice(2));
  requirePrograms('Chromium');
  await ensureFloor();
  const open = [];
  try {
    const targets = await openTargets(options, open);
    const { version, noScript } = await withProgress('Warming up', () => warmAll(targets));
    if (loadavg()[0] > cpus().length / 2) console.log('! This machine is busy: times will be too long.');
    const loads = await measure(targets, options.runs);
    finish(targets, loads, noScript, version, options);
  } finally {
    await Promise.all(open.map((close) => close()));
  }
});

/** Floors always; pages of the wanted kinds. Targets to close are added to `open`. */
async function openTargets({ only, titles }, open) {
  const floor = await startEdge({ folder: FLOOR_DIR });
  open.push(floor.close);
  const floors = FLOORS.map(({ name, path }) => ({ name, url: floor.url + path, prepare: async () => {} }));
  if (only?.join() === 'floor') return floors;
  const site = await openSite(titles);
  open.push(site.stop);
  const edge = await startEdge({ upstream: site.url });
  open.push(edge.close);
  const pages = (await findPages(site.url)).filter(({ kind }) => only === null || only.includes(kind));
  const targets = pages.map((page) => ({
    ...page,
    url: edge.url + page.path,
    prepare: () => freshen(site.url, page),
  }));
  return [...floors, ...targets];
}

async function warmAll(targets) {
  const browser = await chromium.launch(launchOptions());
  const noScript = new Map();
  try {
    for (const target of targets) {
      await warm(browser, target);
      noScript.set(target, await loadWithoutScript(browser, target));
    }
    return { version: browser.version(), noScript };
  } finally {
    await browser.close();
  }
}

/** Each round loads every target once in a new browser, so that a slow minute falls on all alike. */
async function measure(targets, runs) {
  const loads = new Map(targets.map((target) => [target, []]));
  for (let round = 1; round <= runs && !isEnding(); round += 1) {
    const browser = await chromium.launch(launchOptions());
    try {
      for (const target of targets) {
        await target.prepare();
        const load = await coldLoad(browser, target);
        loads.get(target).push(load);
        const times = `FCP ${Math.round(load.fcp)}  LCP ${Math.round(load.lcp)}  TBT ${Math.round(load.tbt)} ms`;
        console.log(`  ${round}/${runs}  ${target.name.padEnd(12)}${times}  ${Math.round(load.totalBytes / 1000)} kB`);
      }
    } finally {
      await browser.close();
    }
  }
  return loads;
}

function finish(targets, loads, noScript, version, { runs, write, titles }) {
  const measured = targets.map((target) => ({ target, medians: medians(loads.get(target)) }));
  const floors = Object.fromEntries(measured.map(({ target, medians: values }) => [target.name, values]));
  const rows = measured.map(({ target, medians: values }) => ({
    name: target.name,
    url: target.path ?? target.name,
    medians: values,
    noScript: noScript.get(target),
    verdicts: target.kind === undefined ? [] : judge(target.kind, values, floors),
    loads: loads.get(target),
  }));
  const report = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${cpus()[0].model.trim()}), load ${loadavg()[0].toFixed(1)}`,
    chromium: version,
    command: commandLine(process.argv.slice(2)),
    profile: SLOW_4G,
    runs,
    rows,
  };
  const text = markdown(report);
  mkdirSync('.cache', { recursive: true });
  writeFileSync(JSON_FILE, `${JSON.stringify(report, null, 1)}\n`);
  console.log(`\n${text}\n\nEvery load: ${JSON_FILE}`);
  if (write) writeToDocs(text, titles > 0 ? 'pages-large' : 'pages');
  if (rows.some(({ verdicts }) => verdicts.some(({ ok }) => !ok))) process.exitCode = 1;
}

/** The command that gives these figures again. */
function commandLine(args) {
  const options = args.filter((arg) => arg !== '--write');
  return ['npm run bench:pages', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
}
