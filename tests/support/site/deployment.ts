import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Server } from '../../../tools/lib/serve.ts';
import { DOCUMENT_BYTES, openTab, withoutServiceWorker, type Tab } from '../browser/tab.ts';
import { text } from '../browser/texts.ts';

const ISLAND = 'SearchBox';
const PAGE = '/movie/52';
const SEARCH = '#search astro-island';
const HANG_GUARD = { timeout: 120_000 };

interface Files {
  /** The island's file in the build before, and in the next. */
  before: string;
  after: string;
}

/** Copies a build as if a change of one island had made it: that file has another name, and the build another id. */
export function writeNextBuild(build: string, target: string): Files {
  rmSync(target, { recursive: true, force: true });
  cpSync(build, target, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const folder = join(target, 'client/_astro');
  const before = readdirSync(folder).find((name) => name.startsWith(`${ISLAND}.`) && name.endsWith('.js')) ?? '';
  const after = `${ISLAND}.NextOne0.js`;
  const id = readFileSync(join(build, '.pardeh-build'), 'utf8');
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.m?js$/.test(path),
  )) {
    const file = join(target, name);
    const source = readFileSync(file, 'utf8');
    const changed = source.replaceAll(before, after).replaceAll(id, [...id].reverse().join(''));
    if (changed === source) continue;
    writeFileSync(file, changed);
    for (const suffix of ['.br', '.zst']) rmSync(file + suffix, { force: true });
  }
  renameSync(join(folder, before), join(folder, after));
  for (const suffix of ['.br', '.zst']) rmSync(join(folder, before + suffix), { force: true });
  return { before, after };
}

/** Visits a site before and after a deployment, at one origin and on one state, with a browser that keeps a page. */
async function visitAcrossDeployment(
  { before, after }: Files,
  start: () => Promise<Server>,
  startNext: () => Promise<Server>,
): Promise<void> {
  await visitTwoBuilds(start, startNext, async (site, tab) => {
    await tab.prepare(withoutServiceWorker);
    await tab.goto(PAGE);
    expect(await tab.read(usesFile(before))).toBe(true);
    // While no server answers: the browser keeps a page for seconds, and the next build may take longer to start.
    await site.replace(async () => {
      await tab.goto('about:blank');
      await tab.goto(PAGE);
    });
    expect(await tab.read(DOCUMENT_BYTES)).toBe(0);
    await wakeSearch(tab, before);
    await tab.read(`void setTimeout(() => location.reload())`);
    await tab.until(usesFile(after));
    // The next build sends nothing that the edge stored before it.
    for (const path of ['/genres/drama', PAGE])
      expect(await (await fetch(site.url + path)).text(), path).not.toContain(before);
    await tab.goto('/lists');
    await wakeSearch(tab, after);
  });
}

/** A page that is open while the next build replaces its own, in a browser with the service worker. */
async function stayAcrossDeployment(
  { before, after }: Files,
  start: () => Promise<Server>,
  startNext: () => Promise<Server>,
): Promise<void> {
  await visitTwoBuilds(start, startNext, async (site, tab) => {
    const listOfflinePages = () =>
      tab.read<string[]>(`caches.keys().then((names) => names.filter((name) => name.startsWith('offline-')))`);
    await tab.goto('/genres/drama');
    await tab.until('navigator.serviceWorker.controller');
    await tab.goto(PAGE);
    await expect.poll(listOfflinePages, HANG_GUARD).toHaveLength(1);
    const pages = await listOfflinePages();
    await site.replace();
    // The open page needs this file for the first time.
    await wakeSearch(tab, before);
    await tab.goto('/lists');
    await tab.until(usesFile(after));
    // The next build's worker keeps the next build's page for a visitor without a network.
    await expect.poll(listOfflinePages, HANG_GUARD).toEqual([expect.not.stringMatching(pages.join())]);
    await tab.goto('/genres/comedy');
    const hasOfflinePage = `caches.match('/offline?hl=fa').then(Boolean)`;
    await expect.poll(() => tab.read(hasOfflinePage), HANG_GUARD).toBe(true);
    await site.stop();
    await tab.goto('/casts/directors');
    expect(await tab.read('document.title')).toContain(text('fa', 'offline_title'));
  });
}

const usesFile = (file: string) =>
  `document.querySelector('${SEARCH}')?.getAttribute('component-url').endsWith('${file}')`;

async function wakeSearch(tab: Tab, file: string): Promise<void> {
  expect(await tab.read(usesFile(file))).toBe(true);
  await tab.tap('[popovertarget=search]');
  await tab.until(`!document.querySelector('${SEARCH}').hasAttribute('ssr')`);
  const loaded = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/${ISLAND}.')).map(({ name, responseStatus }) => [name.split('/').pop(), responseStatus])`;
  expect(await tab.read(loaded)).toEqual([[file, 200]]);
}

interface Site {
  url: string;
  /** The next build, at the same origin and on the same state. */
  replace: (meanwhile?: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

async function visitTwoBuilds(
  start: () => Promise<Server>,
  startNext: () => Promise<Server>,
  visit: (site: Site, tab: Tab) => Promise<void>,
): Promise<void> {
  let server = await start();
  const tab = await openTab(server.url);
  const stop = () => server.stop();
  const replace = async (meanwhile?: () => Promise<void>) => {
    await stop();
    await meanwhile?.();
    server = await startNext();
  };
  try {
    await visit({ url: server.url, replace, stop }, tab);
  } finally {
    await tab.close();
    await stop();
  }
}

export const DEPLOYMENTS = [
  { name: 'a page that a browser kept wakes', visit: visitAcrossDeployment },
  { name: 'an open page and the service worker work', visit: stayAcrossDeployment },
];
