import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fillBrandTexts } from './brand-texts.ts';
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
  'package-lock.json',
  'tools/lib/generate.ts',
  'tools/lib/brand-texts.ts',
];
const OUTPUTS = ['src/platform/text/paraglide/messages.js', 'src/platform/text/desk/messages.js'];
/** As Paraglide's plugin for Vite has it. */
const IS_SERVER = "import.meta.env?.SSR ?? typeof window === 'undefined'";
const compileTexts = (project: string, folder: string) => [
  ...['compile', '--project', project, '--outdir', folder],
  ...['--strategy', 'globalVariable', 'baseLocale', '--is-server', IS_SERVER],
];
const TYPES = '--emit-ts-declarations';

/**
 * Makes the texts that the build, the development server, types and unit tests need and git does not hold. Only checks
 * read their types, which take TypeScript about half of the time.
 */
export async function generate({ hasTypes = true } = {}): Promise<void> {
  const hash = hashFiles(INPUTS);
  const untyped = `${hash} untyped`;
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if ((stamp === hash || (!hasTypes && stamp === untyped)) && OUTPUTS.every((path) => existsSync(path))) return;
  const more = hasTypes ? [TYPES] : [];
  await Promise.all([
    must('paraglide-js', [...compileTexts('./project.inlang', './src/platform/text/paraglide'), ...more]),
    must('paraglide-js', [...compileTexts('./desk.inlang', './src/platform/text/desk'), ...more]),
  ]);
  fillBrandTexts('src/platform/text/paraglide/messages');
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, hasTypes ? hash : untyped);
}

async function must(program: string, args: string[]): Promise<void> {
  const { code, output } = await run(program, args);
  if (code !== 0) throw problem(`${program} ${args.join(' ')} failed:\n${output.trim()}`);
}
