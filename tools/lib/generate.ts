import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hashFiles } from './hash.ts';
import { run } from './processes.ts';
import { problem } from './progress.ts';

const STAMP = '.cache/generated';
const INPUTS = [
  'locales',
  'project.inlang/settings.json',
  'desk.inlang/settings.json',
  'project.inlang/texts-plugin.js',
  'src/platform/config/brand.json',
];
const TOOLS = ['astro.config.mjs', 'package-lock.json'];
const OUTPUTS = ['src/platform/text/paraglide/messages.js', 'src/platform/text/desk/messages.js', '.astro/types.d.ts'];
/** As in astro.config.mjs, where the build compiles the same texts. */
const compileTexts = (project: string, folder: string) => [
  ...['compile', '--project', project, '--outdir', folder],
  ...['--strategy', 'globalVariable', 'baseLocale', '--emit-ts-declarations'],
];

/** Makes what types and unit tests need and git does not hold: the compiled texts and Astro's types. */
export async function generate(): Promise<void> {
  const hash = hashFiles([...INPUTS, ...TOOLS]);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash && OUTPUTS.every((path) => existsSync(path))) return;
  await must('paraglide-js', compileTexts('./project.inlang', './src/platform/text/paraglide'));
  await must('paraglide-js', compileTexts('./desk.inlang', './src/platform/text/desk'));
  await must('astro', ['sync']);
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, hash);
}

async function must(program: string, args: string[]): Promise<void> {
  const { code, output } = await run(program, args, { env: { ASTRO_TELEMETRY_DISABLED: '1' } });
  if (code !== 0) throw problem(`${program} ${args.join(' ')} failed:\n${output.trim()}`);
}
