import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Server } from '../../scripts/lib/serve.ts';
import { DOCUMENT_BYTES, openTab, withoutServiceWorker } from './tab.ts';

const ISLAND = 'SearchBox';
const PAGE = '/movie/52';
const SEARCH = '#search astro-island';

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
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(before, after).replaceAll(id, [...id].reverse().join(''));
    if (changed === text) continue;
    writeFileSync(file, changed);
    for (const suffix of ['.br', '.zst']) rmSync(file + suffix, { force: true });
  }
  renameSync(join(folder, before), join(folder, after));
  for (const suffix of ['.br', '.zst']) rmSync(join(folder, before + suffix), { force: true });
  return { before, after };
}

/** Visits a site before and after a deployment, at one origin and on one state, with a browser that keeps a page. */
export async function visitAcrossDeployment(
  { before, after }: Files,
  start: () => Promise<Server>,
  startNext: () => Promise<Server>,
): Promise<void> {
  let site = await start();
  const tab = await openTab(site.url);
  const usesFile = (file: string) =>
    `document.querySelector('${SEARCH}').getAttribute('component-url').endsWith('${file}')`;
  const wakeSearch = async (file: string) => {
    expect(await tab.read(usesFile(file))).toBe(true);
    await tab.tap('[popovertarget=search]');
    await tab.until(`!document.querySelector('${SEARCH}').hasAttribute('ssr')`);
    const loaded = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/${ISLAND}.')).map(({ name, responseStatus }) => [name.split('/').pop(), responseStatus])`;
    expect(await tab.read(loaded)).toEqual([[file, 200]]);
  };
  try {
    await tab.prepare(withoutServiceWorker);
    await tab.goto(PAGE);
    expect(await tab.read(usesFile(before))).toBe(true);
    await tab.goto('/genres/drama');
    await site.stop();
    site = await startNext();
    // First, as the browser keeps a page for a minute.
    await tab.goto(PAGE);
    expect(await tab.read(DOCUMENT_BYTES)).toBe(0);
    await wakeSearch(before);
    await tab.read(`void setTimeout(() => location.reload())`);
    await tab.until(usesFile(after));
    // The next build sends nothing that the edge stored before it.
    for (const path of ['/genres/drama', PAGE])
      expect(await (await fetch(site.url + path)).text(), path).not.toContain(before);
    await tab.goto('/lists');
    await wakeSearch(after);
  } finally {
    await tab.close();
    await site.stop();
  }
}
