import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';
import { problem } from './progress.ts';

/** It draws no window, so the browser tests take a third of the processor time that the whole of Chromium takes. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** They keep the browser off the network. As root Chromium has no sandbox. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** A film begins without a gesture, as on a page opened by its address; Playwright's own code is a gesture. */
export const BEGINS_BY_ITSELF = '--autoplay-policy=no-user-gesture-required';

/** A Chromium with tabs: it keeps pages for Back and renders pages ahead, and the headless shell does not. */
export function findChromiumWithTabs(): string | undefined {
  const paths = [process.env['PARDEH_CHROMIUM'] ?? '', ...SYSTEM, chromium.executablePath()];
  return paths.find((path) => path !== HEADLESS_SHELL && existsSync(path));
}

/** The path of PARDEH_CHROMIUM, else of the system's Chromium. */
function findSystemChromium(): string | undefined {
  const named = process.env['PARDEH_CHROMIUM'];
  if (named === undefined || named === '') return SYSTEM.find((path) => existsSync(path));
  if (!existsSync(named)) throw problem(`PARDEH_CHROMIUM is ${named}, which does not exist.`);
  return named;
}

/** Launch options of Chromium: the system's if there is one, else Playwright's own. */
export function launchOptions(more: string[] = []): LaunchOptions {
  const executablePath = findSystemChromium();
  return { args: [...ARGS, ...more], ...(executablePath !== undefined && { executablePath }) };
}

/** Where the machine has no Chromium, names the one of the npm package to all that runs from here on. */
export async function ensureChromium(): Promise<void> {
  if (hasChromium()) return;
  const { default: packed } = await import('@sparticuz/chromium');
  process.env['PARDEH_CHROMIUM'] = await packed.executablePath();
}

export function hasChromium(): boolean {
  return findSystemChromium() !== undefined || existsSync(chromium.executablePath());
}
