import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hashFiles } from './hash.ts';
import { run } from './processes.ts';
import { problem, withProgress } from './progress.ts';

/** The Worker's configuration as the build writes it. */
export const BUILT_CONFIG = 'dist/server/wrangler.json';
const STAMP = 'dist/.pardeh-build';
const SOURCES = [
  ...['src', 'locales', 'public', 'scripts/lib', 'project.inlang/settings.json', 'project.inlang/texts-plugin.js'],
  ...['astro.config.mjs', 'uno.config.ts', 'tsconfig.json', 'package-lock.json', 'wrangler.toml'],
];

/** Builds the production Worker if its sources have changed; gives the build id, a hash of the sources. */
export async function buildIfNeeded(): Promise<string> {
  const id = hashFiles(SOURCES, ['src/platform/text/paraglide']);
  if (existsSync(BUILT_CONFIG) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === id) return id;
  await withProgress('Building', async () => {
    const env = { ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false', BUILD_ID: id };
    const { code, output } = await run('astro', ['build'], { env });
    if (code !== 0) throw problem(`The build failed:\n${output.trim()}`);
    const warnings = output.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line));
    if (warnings.length > 0) console.log(`\n${warnings.join('\n')}`);
    writeFileSync(STAMP, id);
  });
  return id;
}
