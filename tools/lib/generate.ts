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
  ...['--strategy', 'globalVariable', 'baseLocale', '--emit-ts-declarations', '--is-server', IS_SERVER],
];

/** Makes the texts that the build, the development server, types and unit tests need and git does not hold. */
export async function generate(): Promise<void> {
  const hash = hashFiles(INPUTS);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash && OUTPUTS.every((path) => existsSync(path))) return;
  await Promise.all([
    must('paraglide-js', compileTexts('./project.inlang', './src/platform/text/paraglide')),
    must('paraglide-js', compileTexts('./desk.inlang', './src/platform/text/desk')),
  ]);
  fillBrandTexts('src/platform/text/paraglide/messages');
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, hash);
}

async function must(program: string, args: string[]): Promise<void> {
  const { code, output } = await run(program, args);
  if (code !== 0) throw problem(`${program} ${args.join(' ')} failed:\n${output.trim()}`);
}
