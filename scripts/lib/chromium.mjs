import { existsSync } from 'node:fs';
import { installPackage, mayInstall } from './debian.mjs';
import { problem } from './progress.mjs';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Keep the browser off the network and out of the way (toolchain.md); as root it has no sandbox. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Lets a film begin where nobody has pressed anything, as one opened by its address. Playwright presses something
 * whenever it looks into a page, so without this a film would begin or not by whether it looked before.
 */
export const BEGINS_BY_ITSELF = '--autoplay-policy=no-user-gesture-required';

/**
 * The Chromium of this machine: PARDEH_CHROMIUM, else the system's.
 * @returns {string | undefined} its path; nothing when there is none (Playwright's own may exist)
 */
function systemChromium() {
  const named = process.env.PARDEH_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw problem(`PARDEH_CHROMIUM is ${named}, which does not exist.`);
    return named;
  }
  return SYSTEM.find((path) => existsSync(path));
}

/**
 * How to launch Chromium here: the system's if there is one, else Playwright's own.
 * @param {string[]} [more] arguments beside ours
 * @returns {import('@playwright/test').LaunchOptions}
 */
export function launchOptions(more = []) {
  const executablePath = systemChromium();
  return { args: [...ARGS, ...more], ...(executablePath === undefined ? {} : { executablePath }) };
}

/**
 * Makes sure that there is a browser to test with. On Debian as root that is the headless shell: it draws no window of
 * its own, so the browser tests take a third of the processor time that the whole of Chromium takes. Where it cannot
 * be had, any Chromium will do, and where there is none Debian's is installed.
 */
export async function ensureChromium() {
  if (process.env.PARDEH_CHROMIUM) return;
  const may = mayInstall();
  if (existsSync(HEADLESS_SHELL) || (may && (await installPackage('chromium-headless-shell')) === '')) return;
  if (systemChromium() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  if (!may) {
    throw problem(
      'No Chromium found. Install one, name it by PARDEH_CHROMIUM, or run: npx playwright install chromium',
    );
  }
  const failure = await installPackage('chromium');
  if (failure !== '') throw problem(`apt-get could not install chromium:\n${failure}`);
}
