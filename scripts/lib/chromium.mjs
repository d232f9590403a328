import { existsSync, readFileSync } from 'node:fs';
import { run } from './processes.mjs';
import { problem, withProgress } from './progress.mjs';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Keep the browser off the network and out of the way (toolchain.md); as root it has no sandbox. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The Chromium of this machine: PARDEH_CHROMIUM, else the system's.
 * @returns {string | undefined} its path; nothing when there is none (Playwright's own may exist)
 */
export function systemChromium() {
  const named = process.env.PARDEH_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw problem(`PARDEH_CHROMIUM is ${named}, which does not exist.`);
    return named;
  }
  return SYSTEM.find((path) => existsSync(path));
}

/**
 * Makes sure that there is a browser to test with. On Debian as root that is the headless shell: it draws no window of
 * its own, so the browser tests take a third of the processor time that the whole of Chromium takes. Where it cannot
 * be had, any Chromium will do, and where there is none Debian's is installed.
 */
export async function ensureChromium() {
  if (process.env.PARDEH_CHROMIUM) return;
  const mayInstall = isDebian() && process.getuid?.() === 0;
  if (existsSync(HEADLESS_SHELL) || (mayInstall && (await install('chromium-headless-shell')) === '')) return;
  if (systemChromium() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  if (!mayInstall) {
    throw problem(
      'No Chromium found. Install one, name it by PARDEH_CHROMIUM, or run: npx playwright install chromium',
    );
  }
  const failure = await install('chromium');
  if (failure !== '') throw problem(`apt-get could not install chromium:\n${failure}`);
}

/**
 * @param {string} name a Debian package
 * @returns {Promise<string>} what apt-get said when it failed, nothing when the package is there
 */
async function install(name) {
  return withProgress(`Installing ${name} (apt-get)`, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const patience = ['-q', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
    const update = await run('apt-get', [...patience, 'update'], { env });
    const result = await run('apt-get', [...patience, 'install', '-y', '--no-install-recommends', name], { env });
    return result.code === 0 ? '' : (update.output + result.output).slice(-2000);
  });
}

function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}
