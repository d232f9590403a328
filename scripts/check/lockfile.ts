import { findPackage } from '../../tools/lib/lock-packages.ts';
import type { Finding, Source } from './files.ts';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
export interface Lockfile {
  packages: Record<string, Entry>;
}

/**
 * Platform packages that the lockfile lacks. A registry may lack some of them; npm install then leaves them out, and npm
 * ci refuses the lockfile on every machine. `path` is the key of the missing entry.
 */
export function missingPlatforms({ packages }: Lockfile) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const match = findPackage(packages, parent, name);
      // Platform packages are asked for by exact version; npm itself resolves ranges.
      if (match !== null && (packages[match]?.version === version || !/^\d/.test(version))) return [];
      const path = match === null ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
      return [{ path, name, version, dev }];
    }),
  );
}

export function incompleteLock({ path: file, text }: Source): Finding[] {
  return missingPlatforms(JSON.parse(text) as Lockfile).map(({ name, version }) => ({
    file,
    line: 1,
    message: `${name} ${version} has no entry, npm ci fails: run node scripts/complete-lock.ts`,
  }));
}
