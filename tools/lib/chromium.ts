import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const program = process.env['PARDEH_CHROMIUM'];
  if (program === undefined || program === '') return SYSTEM.find((path) => existsSync(path));
  if (!existsSync(program)) throw problem(`PARDEH_CHROMIUM is ${program}, which does not exist.`);
  return program;
}

/** Launch options of Chromium: the system's if there is one, else Playwright's own. */
export function launchOptions(more: string[] = []): LaunchOptions {
  const executablePath = findSystemChromium();
  return { args: [...ARGS, ...more], ...(executablePath !== undefined && { executablePath }) };
}

/** Sets PARDEH_CHROMIUM to the npm package's Chromium if the machine lacks one; its libraries come with it. */
export async function ensureChromium(): Promise<void> {
  if (hasChromium()) return;
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  process.env['PARDEH_CHROMIUM'] = await packaged.executablePath();
  // The package unpacks NSS and expat on Amazon's Linux alone.
  const archive = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
  const libraries = join(await inflate(fileURLToPath(archive)), 'lib');
  process.env['LD_LIBRARY_PATH'] = [libraries, process.env['LD_LIBRARY_PATH'] ?? []].flat().join(delimiter);
}

export function hasChromium(): boolean {
  return findSystemChromium() !== undefined || existsSync(chromium.executablePath());
}
