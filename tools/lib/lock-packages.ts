interface LockedPackage {
  link?: boolean | undefined;
  resolved?: string | undefined;
  dependencies?: Readonly<Record<string, string>> | undefined;
  optionalDependencies?: Readonly<Record<string, string>> | undefined;
}
type Packages = Readonly<Record<string, LockedPackage>>;

/** They build, draw the demo, or serve Cloudflare's host on this machine. Node is packed without the package around it. */
const START_ONLY = new Set([
  ...['@astrojs/cloudflare', '@astrojs/react', '@inlang/paraglide-js', '@unocss/astro', '@valibot/to-json-schema'],
  ...['@resvg/resvg-js', 'astro', 'miniflare', 'node', 'unocss', 'wrangler'],
]);
/** The faces of drawn posters; those of a film's name on its frame belong to the site. */
const DEMO_FACE = /^@fontsource\/(?!bebas-neue$|noto-kufi-arabic$)/;

/** The keys, in a lockfile's packages, of all that the site and what it depends on need to run. `isKept`: whether one is followed. */
export function listSitePackages(packages: Packages, isKept: (path: string) => boolean = () => true): string[] {
  const paths = new Set(['']);
  for (const path of paths) {
    const { link, resolved = '', dependencies, optionalDependencies } = packages[path] ?? {};
    if (link === true) paths.add(resolved);
    const names = Object.keys({ ...dependencies, ...optionalDependencies });
    const targets = names
      .filter((name) => !START_ONLY.has(name) && !DEMO_FACE.test(name))
      .map((name) => findPackage(packages, path, name));
    for (const target of targets) if (target !== null && isKept(target)) paths.add(target);
  }
  paths.delete('');
  return [...paths];
}

/** The key, in a lockfile's packages, of what the package at the key `parent` gets for a name, by Node's rules. */
export function findPackage(packages: Readonly<Record<string, unknown>>, parent: string, name: string): string | null {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}
