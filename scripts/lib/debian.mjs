import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './processes.mjs';
import { problem, withProgress } from './progress.mjs';

/** Tests that run side by side may each install something: apt-get lets one in at a time. Milliseconds. */
const LOCKED = /Could not get lock|Unable to (?:lock|acquire)/;
const ASK_AGAIN = 2000;
const TIMES = 60;

/** Whether we may install a package of the system: on Debian, or what is made of it, as root. */
export function mayInstall() {
  return isDebian() && process.getuid?.() === 0;
}

/**
 * @param {string} name a Debian package
 * @returns {Promise<string>} what apt-get said when it failed, nothing when the package is there
 */
export async function installPackage(name) {
  return withProgress(`Installing ${name} (apt-get)`, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const patience = ['-q', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
    for (let time = 1; ; time += 1) {
      const update = await run('apt-get', [...patience, 'update'], { env });
      const result = await run('apt-get', [...patience, 'install', '-y', '--no-install-recommends', name], { env });
      if (result.code === 0) return '';
      const message = update.output + result.output;
      if (!LOCKED.test(message) || time === TIMES) return message.slice(-2000);
      await wait(ASK_AGAIN);
    }
  });
}

/**
 * Makes sure of a program that tests need, whose package has its name.
 * @param {'curl' | 'ffmpeg'} program
 */
export async function ensureProgram(program) {
  if (!spawnSync(program, ['-version']).error) return;
  if (!mayInstall()) throw problem(`${program} was not found: install it first.`);
  const failure = await installPackage(program);
  if (failure !== '') throw problem(`apt-get could not install ${program}:\n${failure}`);
}

function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}
