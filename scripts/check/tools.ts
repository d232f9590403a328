import { stripVTControlCharacters } from 'node:util';
import type { ESLint } from 'eslint';
import { hashFiles } from '../../tools/lib/hash.ts';
import { run } from '../../tools/lib/processes.ts';
import type { Finding } from './files.ts';

interface StyleReport {
  source: string;
  warnings: { line: number; text: string; rule: string }[];
}
interface TypedReport {
  diagnostics: { message: string; code?: string; filename: string; labels: { span: { line: number } }[] }[];
}
type Output = Awaited<ReturnType<typeof run>>;
type KnipEntry = { name: string; line?: number };
interface KnipReport {
  issues: ({ file: string } & Record<string, string | KnipEntry[] | KnipEntry[][]>)[];
}

const ENV = { ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0', NO_COLOR: '1' };

/**
 * Strict types, and the rules that need them (.oxlintrc.json): the native compiler reads .ts and .tsx once for both, in
 * a tenth of the time, Astro's the .astro files alone, whose warnings and hints count, too.
 */
export async function types(): Promise<Finding[]> {
  const severities = ['--minimumFailingSeverity', 'hint', '--minimumSeverity', 'hint'];
  const [scripts, templates] = await Promise.all([
    run('oxlint', ['--format', 'json', '.'], { env: ENV }),
    run('astro', ['check', '--noSync', '--tsconfig', 'tsconfig.astro.json', ...severities], { env: ENV }),
  ]);
  return [...readTypedFindings(scripts), ...readTemplateErrors(templates)];
}

function readTypedFindings({ code, output }: Output): Finding[] {
  const start = output.indexOf('{ "diagnostics"');
  if (start === -1) throw new Error(`oxlint: ${output.trim().slice(-2000)}`);
  const { diagnostics } = JSON.parse(output.slice(start)) as TypedReport;
  const findings = diagnostics.map(({ message, filename, labels, code: rule = 'syntax' }) =>
    toFinding(filename, labels[0]?.span.line, `${message} (${rule})`),
  );
  return code === 0 || findings.length > 0 ? findings : [toFinding('oxlint', 0, output.trim().slice(-2000))];
}

/** A failure in no known form is one finding. */
function readTemplateErrors({ code, output }: Output): Finding[] {
  const findings = stripVTControlCharacters(output)
    .split('\n')
    .flatMap((text) => {
      const [, file, at, message] = /^(\S.*?):(\d+):\d+ - ((?:error|warning|hint)\b.*)$/.exec(text) ?? [];
      return file !== undefined && message !== undefined ? [{ file, line: Number(at), message }] : [];
    });
  return code === 0 || findings.length > 0 ? findings : [toFinding('astro check', 0, output.trim().slice(-2000))];
}

export async function lint(): Promise<Finding[]> {
  // The cache goes by a file's own text: no rule here needs the types of another file. Other packages have other rules,
  // so they get a cache of their own.
  const location = `.cache/eslint-${hashFiles(['package-lock.json'])}/`;
  const cache = ['--cache', '--cache-location', location, '--cache-strategy', 'content'];
  const args = ['.', '--max-warnings', '0', '--format', 'json', ...cache];
  const { code, output } = await run('eslint', args, { env: ENV });
  return readReport<ESLint.LintResult>('eslint', code, output).flatMap(({ filePath, messages }) =>
    messages.map(({ line, message, ruleId }) => toFinding(filePath, line, `${message} (${ruleId ?? 'syntax'})`)),
  );
}

/** Logical properties and colours by token, also in the style blocks of .astro files. */
export async function styles(): Promise<Finding[]> {
  const args = ['src/**/*.{css,astro}', '--max-warnings', '0', '--formatter', 'json'];
  const { code, output } = await run('stylelint', args, { env: ENV });
  return readReport<StyleReport>('stylelint', code, output).flatMap(({ source, warnings }) =>
    warnings.map(({ line, text, rule }) => toFinding(source, line, `${text} (${rule})`)),
  );
}

/** Files, exports and dependencies that nothing uses (knip.json). */
export async function deadCode(): Promise<Finding[]> {
  const { code, output } = await run('knip', ['--no-progress', '--reporter', 'json'], { env: ENV });
  const start = output.indexOf('{"issues"');
  if (start === -1) throw new Error(`knip: ${output.trim().slice(-2000)}`);
  const { issues } = JSON.parse(output.slice(start)) as KnipReport;
  const findings = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, entries]) =>
      Array.isArray(entries) ? entries.flat().map(({ line, name }) => toFinding(file, line, `${name}: ${kind}`)) : [],
    ),
  );
  return code === 0 || findings.length > 0 ? findings : [toFinding('knip', 1, output.trim().slice(-2000))];
}

/** The JSON array of results in a linter's output. Throws its output where there is none. */
function readReport<T>(name: string, code: number, output: string): T[] {
  const start = output.indexOf('[{');
  if (start === -1 && code !== 0) throw new Error(`${name}: ${output.trim().slice(-2000)}`);
  return start === -1 ? [] : (JSON.parse(output.slice(start, output.lastIndexOf(']') + 1)) as T[]);
}

function toFinding(path: string, line: number | undefined, message: string): Finding {
  return { file: path.replace(`${process.cwd()}/`, ''), line: line ?? 1, message: message.replace(/\n.*/s, '') };
}

export async function format(): Promise<Finding[]> {
  const args = ['--check', '.', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier'];
  const { code, output } = await run('prettier', args, { env: ENV });
  if (code === 0) return [];
  return [...output.matchAll(/^\[(?:warn|error)\] (.+)$/gm)]
    .map(([, file = '']) => file)
    .filter((file) => !file.startsWith('Code style') && !/^\s|^\d|^>/.test(file))
    .map((file) => ({ file, line: 1, message: 'is not formatted: npx prettier --write' }));
}
