import { existsSync, readFileSync } from 'node:fs';
import { run } from './processes.mjs';
import { problem, withProgress } from './progress.mjs';

const SYSTEM = [
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

/** Makes sure that there is a browser to test with; on Debian as root it installs one. */
export async function ensureChromium() {
  if (systemChromium() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  if (!isDebian() || process.getuid?.() !== 0) {
    throw problem(
      'No Chromium found. Install one, name it by PARDEH_CHROMIUM, or run: npx playwright install chromium',
    );
  }
  await withProgress('Installing Chromium (apt-get)', async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const update = await run('apt-get', ['update', '-q'], { env });
    const install = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
    if (install.code !== 0 || systemChromium() === undefined) {
      throw problem(`apt-get could not install chromium:\n${(update.output + install.output).slice(-2000)}`);
    }
  });
}

function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}
