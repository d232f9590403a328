import { existsSync, globSync, readFileSync } from 'node:fs';
import { listNames, resolveName } from '../../tools/lib/import-graph.ts';
import { RELATIVE, TYPE_IMPORT } from '../../tools/lib/test-graph.ts';
import type { Finding } from './files.ts';

interface Manifest {
  scripts?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const CODE = /\.(?:ts|tsx|mjs|astro)$/;
/** The build loads them. */
const BUILT = ['astro.config.mjs', 'uno.config.ts', 'src/**/*.{ts,tsx,astro}'];

/** The files that the commands with `run.mjs --omit=dev` run, and what is built. */
export function listOmittingRoots({ scripts = {} }: Manifest): string[] {
  const commands = Object.values(scripts).flatMap((script) => {
    const [, line] = /^node scripts\/run\.mjs --omit=dev (.*)$/.exec(script) ?? [];
    return line?.split(' ').find((word) => CODE.test(word)) ?? [];
  });
  return [...commands, ...globSync(BUILT).filter((file) => !/\/text\/(?:paraglide|desk)\//.test(file))];
}

/** Imports, over any number of files and threads, of packages that `npm ci --omit=dev` leaves out. Types are none. */
export function omittedImports(roots: readonly string[], readManifest = readPackage): Finding[] {
  const files = new Set(roots);
  const findings: Finding[] = [];
  for (const file of files) {
    if (!CODE.test(file) || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8').replace(TYPE_IMPORT, '');
    const omitted = readManifest(/^packages\/[^/]+\//.exec(file)?.[0] ?? '').devDependencies ?? {};
    const threads = [...text.matchAll(RELATIVE)].map(([, name]) => `./${name ?? ''}`);
    for (const name of [...listNames(file, text), ...threads]) {
      const target = resolveName(file, name);
      if (target !== null) files.add(target);
      const [used = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
      const message = `${used} is in devDependencies, which npm start does not install.`;
      if (used in omitted) findings.push({ file, line: 1, message });
    }
  }
  return findings;
}

const manifests = new Map<string, Manifest>();

/** The package.json of a folder; '' is the site's. */
export function readPackage(folder: string): Manifest {
  const manifest = manifests.get(folder) ?? (JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest);
  manifests.set(folder, manifest);
  return manifest;
}
