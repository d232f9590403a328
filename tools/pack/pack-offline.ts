import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, globSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as v from 'valibot';
import { buildForNode, NODE_BUILD } from '../lib/build.ts';
import { listSitePackages } from '../lib/lock-packages.ts';
import { problem } from '../lib/progress.ts';

/** Below src are the host, which runs as it is, and what it imports. The pages are in the build. */
export const SOURCES = [
  ...[NODE_BUILD, 'src', 'locales', 'migrations', 'seed', 'scripts', 'deploy', 'docs'],
  ...[
    'tools/backup',
    'tools/import',
    'tools/ingest',
    'tools/ledger',
    'tools/lib',
    'tools/reindex',
    'tools/seed',
    'tools/settlement',
    'tools/state',
    'tools/local-d1',
  ],
  ...['package.json', 'package-lock.json', 'wrangler.toml', 'README.md', 'LICENSE'],
];
/** They are in the browser's code of the build; no server imports them. */
const BROWSER_ONLY = ['hls.js', 'react-dom', '@nanostores/react', 'tus-js-client'];
/** The name of the program in the archive; its file is in deploy. */
const PROGRAM = 'deploy/pardeh';
/** No names, times or groups of the packing machine: the same files give the same bytes. */
const TAR = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
const FORMAT = [
  '--format=gnu',
  `--transform=s,^${PROGRAM}$,pardeh,`,
  '--transform=s,^,pardeh/,rSH',
  '--hard-dereference',
];

const lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      link: v.optional(v.boolean()),
      resolved: v.optional(v.string()),
      dependencies: v.optional(v.record(v.string(), v.string())),
      optionalDependencies: v.optional(v.record(v.string(), v.string())),
    }),
  ),
});

/** The installed packages that the archive runs on, with Node itself. */
export function listPackages(): string[] {
  const { packages } = v.parse(lockfile, JSON.parse(readFileSync('package-lock.json', 'utf8')));
  // Packages of other platforms are in the lockfile, and not installed.
  const isKept = (path: string) => existsSync(path) && !BROWSER_ONLY.includes(path.replace(/^.*node_modules\//, ''));
  return [...listSitePackages(packages, isKept), 'node_modules/node/bin/node', 'node_modules/.bin/node'];
}

export interface Packed {
  bytes: number;
  sha256: string;
}

/** Packs the build for Node and all that it needs to run into a .tar.gz, which any Linux of this platform unpacks. */
export async function packOffline(target: string): Promise<Packed> {
  await buildForNode();
  const files = [...SOURCES, ...listPackages()].flatMap((path) =>
    lstatSync(path).isDirectory() ? globSync(`${path}/**/*`, { withFileTypes: false }).filter(isFile) : [path],
  );
  return writeArchive([...new Set(files)].filter((file) => !file.endsWith('.map')).sort(), target);
}

/** Of the same files with the same bytes it is the same, wherever and whenever it is written. `list` is sorted. */
export async function writeArchive(list: readonly string[], target: string, folder = '.'): Promise<Packed> {
  const args = ['--create', ...TAR, ...FORMAT, '--no-recursion', '--null', '--verbatim-files-from', '--files-from=-'];
  const tar = spawn('tar', args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => tar.once('close', done));
  const errors = text(tar.stderr);
  tar.stdin.end(list.map((file) => `${file}\0`).join(''));
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(target));
  if ((await ended) !== 0) throw problem(`tar failed: ${await errors}`);
  const bytes = readFileSync(target);
  return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function isFile(path: string): boolean {
  return statSync(path).isFile();
}
