// node scripts/run.mjs [--omit=dev] [node's arguments]: installs what the lockfile asks for, then runs the arguments on
// the project's own Node. Without arguments it only installs. With --omit=dev a new folder gets no packages of checks and
// tests; the first command without it installs these. Plain JavaScript: it runs before `npm ci`, on Node 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';

const NODE = 'node_modules/.bin/node';
/** npm's record of the packages that it installed. */
const INSTALLED = 'node_modules/.package-lock.json';
/** The hash of the lockfile that node_modules was compared with, and `OMIT` where the others are left out. */
const STAMP = 'node_modules/.pardeh-lock';
const OMIT = '--omit=dev';
const NEEDED_MIB = 2048;
/** Errors only. */
const QUIET = ['ignore', 'ignore', 'inherit'];

// Older versions generated the compiled texts there; git left them behind.
rmSync('src/i18n', { recursive: true, force: true });
const lock = readFileSync('package-lock.json');
const hash = createHash('sha256').update(lock).digest('hex');
const [, , first] = process.argv;
const args = process.argv.slice(first === OMIT ? 3 : 2);
const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
const part = `${hash} ${OMIT}`;
if (!existsSync(INSTALLED) || !existsSync(NODE)) await install(first === OMIT);
else if (stamp !== hash && !(first === OMIT && stamp === part)) {
  if (isInstalled(() => true)) writeFileSync(STAMP, hash);
  else if (first === OMIT && isInstalled(({ dev, devOptional }) => !dev && !devOptional)) writeFileSync(STAMP, part);
  // A whole folder stays whole.
  else await install(first === OMIT && stamp.endsWith(OMIT));
}
if (args.length > 0) process.exitCode = await run(NODE, args);

function isInstalled(isNeeded) {
  const installed = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  return Object.entries(JSON.parse(lock.toString()).packages).every(([path, entry]) => {
    if (path === '' || entry.optional === true || !isNeeded(entry)) return true;
    return entry.link === true ? existsSync(path) : installed[path]?.version === entry.version;
  });
}

async function install(isPart) {
  if (Number(process.versions.node.split('.')[0]) < 20)
    stop(`Node ${process.versions.node} is too old: Node 20 is needed.`);
  const { bavail, bsize } = statfsSync('.');
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free < NEEDED_MIB) stop(`${free} MiB of disk are free: about ${NEEDED_MIB} MiB are needed.`);
  const more = isPart ? [OMIT] : [];
  console.log(`• Installing packages (${['npm ci', ...more].join(' ')}; about a minute the first time) …`);
  const started = Date.now();
  // npm deletes node_modules/.bin first: it must not run on the Node in there.
  const path = process.env.PATH.split(delimiter).filter((folder) => !/[\\/]node_modules[\\/]/.test(folder));
  const env = { ...process.env, PATH: path.join(delimiter) };
  const code = await run('npm', ['ci', ...more, '--loglevel=error', '--no-fund', '--no-audit'], { env, stdio: QUIET });
  if (code !== 0) stop('npm ci failed.', code);
  writeFileSync(STAMP, isPart ? part : hash);
  console.log(`✓ Installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Runs a program with this one's output and signals; gives its exit code. */
function run(program, args, options) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(stop(error.message)));
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

function stop(message, code = 1) {
  console.error(`\n${message}`);
  process.exit(code);
}
