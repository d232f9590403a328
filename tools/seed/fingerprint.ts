import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that a loaded catalogue depends on. */
const INPUTS = [
  'seed',
  'migrations',
  'packages/demo-assets/src/art',
  'tools/seed',
  'src/features/titles/title-columns.ts',
  'src/platform/text/persian-text.ts',
  'src/features/search/query',
];

/** A short hash of all that seeding reads; the same on every machine with the same files. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap(filesUnder)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

function filesUnder(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
