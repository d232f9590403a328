import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hashFiles } from './hash.mjs';
import { run } from './processes.mjs';
import { problem } from './progress.mjs';

const STAMP = '.cache/generated';
const INPUTS = ['locales', 'project.inlang/settings.json', 'astro.config.mjs', 'package-lock.json'];
const OUTPUTS = ['src/platform/text/paraglide/messages.js', '.astro/types.d.ts'];
/** As in astro.config.mjs, where the build compiles the same texts. */
const PARAGLIDE = [
  ['compile', '--project', './project.inlang', '--outdir', './src/platform/text/paraglide'],
  ['--strategy', 'globalVariable', 'baseLocale', '--emit-ts-declarations'],
].flat();

/** Makes what types and unit tests need but git does not hold: the compiled texts and Astro's types. */
export async function generate() {
  const hash = hashFiles(INPUTS);
  const fresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash && OUTPUTS.every((path) => existsSync(path));
  if (fresh) return;
  await must('paraglide-js', PARAGLIDE);
  await must('astro', ['sync']);
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, hash);
}

async function must(program, args) {
  const { code, output } = await run(program, args, { env: { ASTRO_TELEMETRY_DISABLED: '1' } });
  if (code !== 0) throw problem(`${program} ${args[0]} failed:\n${output.trim()}`);
}
