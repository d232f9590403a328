// After `npm install`: names in the lockfile the platform packages that the registry lacks, so that `npm ci` takes it.
// npm does not fetch what is for another platform; on that platform it is optional.
import { readFileSync, writeFileSync } from 'node:fs';
import { missingPlatforms } from './check/lockfile.mjs';

const FILE = 'package-lock.json';
const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = missingPlatforms(lock);
for (const { path, name, version, dev } of missing) {
  const os = ['android', 'darwin', 'linux', 'win32'].filter((word) => name.includes(word));
  const cpu = ['arm64', 'x64', 'wasm32'].filter((word) => name.includes(word));
  const libc = [name.endsWith('-musl') ? ['musl'] : [], name.endsWith('-gnu') ? ['glibc'] : []].flat();
  lock.packages[path] = {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added to ${FILE}.`);
