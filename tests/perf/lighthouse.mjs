// node tests/perf/lighthouse.mjs: Lighthouse's accessibility, SEO and best practices over the kinds of page; all 100.
import { cpSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { requirePrograms } from '../../tools/lib/system.ts';
import { run, stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, problem } from '../../tools/lib/progress.ts';
import { startEdge } from './edge.mjs';
import { findPages } from './pages.mjs';
import { launchOptions } from './profile.mjs';
import { openSite } from './site.mjs';

const CATEGORIES = ['accessibility', 'seo', 'best-practices'];
/** Search results are kept out of search engines on purpose (noindex): their other SEO audits still count. */
const SKIPPED = { search: ['is-crawlable'] };

stopChildrenOnExit();
await command(async () => {
  requirePrograms('Chromium');
  const lighthouse = await loadLighthouse();
  const site = await openSite();
  const edge = await startEdge({ upstream: site.url });
  const port = await freePort();
  const options = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, `--remote-debugging-port=${port}`] });
  try {
    let failed = 0;
    for (const page of await findPages(site.url)) failed += await audit(lighthouse, page, edge.url, port);
    console.log(failed === 0 ? '\nAll scores are 100.' : `\n${failed} scores are below 100.`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await Promise.all([edge.close(), site.stop()]);
  }
});

/** Its packages are a fifth of the files that each new clone would install: they have a lockfile of their own. */
async function loadLighthouse() {
  const folder = resolve('.cache/lighthouse');
  cpSync(join(import.meta.dirname, 'lighthouse'), folder, { recursive: true });
  const { code, output } = await run('npm', ['ci', '--prefix', folder, '--no-fund', '--no-audit']);
  if (code !== 0) throw problem(output);
  return (await import(join(folder, 'node_modules/lighthouse/core/index.js'))).default;
}

/** Prints one page's scores and what failed. @returns {Promise<number>} how many scores are below 100 */
async function audit(lighthouse, { name, kind, locale, path }, origin, port) {
  // The language by address, as a search engine asks for it: then the page is its own canonical.
  const url = `${origin}${path}${locale === 'en' ? '?hl=en' : ''}`;
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    skipAudits: SKIPPED[kind] ?? null,
    throttlingMethod: 'provided',
  });
  if (!result || result.lhr.runtimeError) {
    throw problem(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result.'}`);
  }
  const categories = Object.values(result.lhr.categories);
  const scores = categories.map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
  console.log(`${name.padEnd(12)}${scores.join('   ')}`);
  for (const { title, items } of failures(categories, result.lhr.audits)) console.log(`    ✗ ${title}${items}`);
  return categories.filter(({ score }) => score !== 1).length;
}

/** The audits that cost points, each with the first of its places. */
function failures(categories, audits) {
  const weighted = categories.flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return weighted
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title, details }) => ({ title: `${id}: ${title}`, items: places(details?.items ?? []) }));
}

function places(items) {
  const lines = items.slice(0, 3).map((item) => {
    const place = item.node?.snippet ?? item.description ?? item.source ?? item.url ?? JSON.stringify(item);
    return `\n        ${String(place).slice(0, 160)}`;
  });
  return lines.join('');
}

/** A port of this machine that nothing listens on. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
