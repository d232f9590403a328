// No dependencies: this runs before `npm ci`, on whatever Node the machine has (20 or newer).
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, sep } from 'node:path';
import { problem, withProgress } from './progress.mjs';

const LOCKFILE = 'package-lock.json';
/** npm's own record of what it installed; it goes when node_modules goes. */
const INSTALLED = 'node_modules/.package-lock.json';
const STAMP = 'node_modules/.pardeh-lock';
const NEEDED_MIB = 2560;

/** Whether node_modules holds what the lockfile asks for. Remembers a yes, so that the next answer is one hash. */
export function isInstalled() {
  if (!existsSync(INSTALLED) || !existsSync('node_modules/.bin/node')) return false;
  const lock = readFileSync(LOCKFILE);
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return true;
  // `npm install` may have been run by hand.
  if (!sameVersions(JSON.parse(lock.toString()), JSON.parse(readFileSync(INSTALLED, 'utf8')))) return false;
  writeFileSync(STAMP, hash);
  return true;
}

/**
 * @param {{packages: Record<string, {version?: string, optional?: boolean}>}} wanted the lockfile
 * @param {{packages: Record<string, {version?: string}>}} installed npm's record of node_modules
 */
export function sameVersions(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '' || entry.optional === true) return true;
    return installed.packages[path]?.version === entry.version;
  });
}

/** Runs `npm ci` with a progress line. Throws with npm's output if it fails. */
export async function install() {
  checkMachine();
  await withProgress('Installing packages (npm ci; about a minute the first time)', async () => {
    const { code, output } = await npmCi();
    if (code !== 0) throw problem(`npm ci failed:\n${output.trim()}`);
    writeFileSync(STAMP, createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex'));
    return output.trim();
  });
}

function checkMachine() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw problem(`Node ${process.versions.node} is too old: Node 20 or newer is needed.`);
  const disk = statfsSync('.');
  const free = Math.floor((disk.bavail * disk.bsize) / 2 ** 20);
  if (free < NEEDED_MIB) throw problem(`Only ${free} MiB of disk are free: about ${NEEDED_MIB} MiB are needed.`);
}

/** @returns {Promise<{code: number, output: string}>} */
function npmCi() {
  // The node in node_modules/.bin is about to be deleted: npm must not run on it.
  const path = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.includes(`${sep}node_modules${sep}`));
  const env = { ...process.env, PATH: path.filter((dir) => !dir.endsWith(`${sep}.bin`)).join(delimiter) };
  return new Promise((resolve) => {
    const child = spawn('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
