import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generate } from './generate.ts';
import { hashFiles } from './hash.ts';
import { scanHashedFiles, writeFileList } from './hashed-files.ts';
import { requireOpenFiles } from './open-files.ts';
import { packFiles } from './pack-files.ts';
import { run } from './processes.ts';
import { problem, withProgress } from './progress.ts';

/** The Worker's configuration as the build writes it. */
export const BUILT_CONFIG = 'dist/server/wrangler.json';
/** The build for the Node host. */
export const NODE_BUILD = 'dist-node';
/** Holds the id of a folder's build. */
export const BUILD_STAMP = '.pardeh-build';
const SOURCES = [
  ...[
    'src',
    ...['hls', 'workers-on-node'].flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
    'locales',
    'public',
    'tools/lib',
    'desk.inlang/settings.json',
    'project.inlang/settings.json',
    'project.inlang/texts-plugin.js',
  ],
  ...['astro.config.mjs', 'uno.config.ts', 'tsconfig.json', 'package-lock.json', 'wrangler.toml'],
];

/** Builds the production Worker if its sources have changed; gives the build id, a hash of the sources. `texts`: of `generate`. */
export function buildIfNeeded(texts: { hasTypes?: boolean } = {}): Promise<string> {
  return build('dist', BUILT_CONFIG, { PARDEH_HOST: 'cloudflare' }, texts);
}

/** The same for the Node host, with compressed copies beside the browser's files. */
export function buildForNode(): Promise<string> {
  return build(NODE_BUILD, `${NODE_BUILD}/server/entry.mjs`, { PARDEH_HOST: 'node' });
}

/** The id of a build of these sources. */
export const hashSources = () => hashFiles(SOURCES, ['src/platform/text/paraglide', 'src/platform/text/desk']);

async function build(
  folder: string,
  entry: string,
  variables: Record<string, string>,
  texts: { hasTypes?: boolean } = {},
): Promise<string> {
  const id = hashSources();
  const stamp = `${folder}/${BUILD_STAMP}`;
  if (existsSync(entry) && existsSync(stamp) && readFileSync(stamp, 'utf8') === id) return id;
  requireOpenFiles();
  await withProgress('Building', async () => {
    await generate(texts);
    // Astro writes the values of `_` and `LANG` into a chunk.
    const quiet = { ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false', _: 'build', LANG: 'C.UTF-8' };
    // Else Astro draws a key for server islands, which this site has none of, and no two builds are the same.
    const ASTRO_KEY = createHash('sha256').update(id).digest('base64');
    const env = { ...quiet, BUILD_ID: id, ASTRO_KEY, ...variables };
    const { code, output } = await run('astro', ['build'], { env });
    if (code !== 0) throw problem(`The build failed:\n${output.trim()}`);
    const warnings = output.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line));
    if (warnings.length > 0) console.log(`\n${warnings.join('\n')}`);
    finishBuild(folder);
    writeFileSync(stamp, id);
  });
  return id;
}

export function finishBuild(folder: string): void {
  // The adapter copies the developer's secrets with the rights of any file.
  const vars = `${folder}/server/.dev.vars`;
  if (existsSync(vars)) chmodSync(vars, 0o600);
  const client = `${folder}/client`;
  if (folder === NODE_BUILD) packFiles(client);
  else writeFileList(client, scanHashedFiles(client));
}
