/**
 * Platform packages that the lockfile should name and does not. A registry may lack some of them (not published, not
 * mirrored); npm install then leaves them out, and npm ci refuses the lockfile, on every machine.
 * @param {{packages: Record<string, {version?: string, dev?: boolean, optionalDependencies?: Record<string, string>}>}} lock
 * @returns {{path: string, name: string, version: string, dev: boolean}[]} `path` is the key of the missing entry
 */
export function missingPlatforms({ packages }) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const match = resolved(packages, parent, name);
      // Platform packages are asked for by exact version; ranges are npm's own business.
      if (match !== null && (packages[match].version === version || !/^\d/.test(version))) return [];
      const path = match === null ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
      return [{ path, name, version, dev }];
    }),
  );
}

/** The entry that a package gets when it asks for another by name, as Node looks it up. */
function resolved(packages, parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

/** @param {import('./files.mjs').Source} source the lockfile @returns {import('./files.mjs').Finding[]} */
export function incompleteLock({ path: file, text }) {
  return missingPlatforms(JSON.parse(text)).map(({ name, version }) => ({
    file,
    line: 1,
    message: `${name} ${version} has no entry, npm ci fails: run node scripts/complete-lock.mjs`,
  }));
}
