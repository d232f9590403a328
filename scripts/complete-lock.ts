// After `npm install`: adds to the lockfile the platform packages that the registry lacks, so that `npm ci` accepts it.
// npm does not fetch a package of another platform.
import { readFileSync, writeFileSync } from 'node:fs';
import { missingPlatforms, type Lockfile } from './check/lockfile.ts';

const FILE = 'package-lock.json';
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lockfile;
const missing = missingPlatforms(lock);
for (const { path, name, version, dev } of missing) {
  const os = ['android', 'darwin', 'linux', 'win32'].filter((word) => name.includes(word));
  const cpu = ['arm64', 'x64', 'wasm32'].filter((word) => name.includes(word));
  const libc = [name.endsWith('-musl') ? ['musl'] : [], name.endsWith('-gnu') ? ['glibc'] : []].flat();
  const platform = { version, cpu, ...(dev && { dev }), ...(libc.length > 0 && { libc }) };
  lock.packages[path] = { ...platform, optional: true, ...(os.length > 0 && { os }) };
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added to ${FILE}.`);
