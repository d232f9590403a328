import { hashFiles } from '../lib/hash.mjs';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../lib/processes.mjs';

/** @typedef {import('./files.mjs').Finding} Finding */

const ENV = { ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0', NO_COLOR: '1' };

/** Strict types over .ts, .tsx and .astro; warnings and hints count, too. @returns {Promise<Finding[]>} */
export async function types() {
  const args = ['check', '--noSync', '--minimumFailingSeverity', 'hint', '--minimumSeverity', 'hint'];
  const { code, output } = await run('astro', args, { env: ENV });
  const foundMatch = stripVTControlCharacters(output)
    .split('\n')
    .flatMap((text) => {
      const match = text.match(/^(\S.*?):(\d+):\d+ - ((?:error|warning|hint)\b.*)$/);
      return match ? [{ file: match[1], line: Number(match[2]), message: match[3] }] : [];
    });
  return code === 0 || foundMatch.length > 0
    ? foundMatch
    : [{ file: 'astro check', line: 0, message: output.trim().slice(-2000) }];
}

/** @returns {Promise<Finding[]>} */
export async function lint() {
  // The cache goes by a file's own text: a changed type elsewhere shows in a fresh run, as in CI. Other packages, other
  // types: they begin anew.
  const cache = [
    '--cache',
    '--cache-location',
    `.cache/eslint-${hashFiles(['package-lock.json'])}/`,
    '--cache-strategy',
    'content',
  ];
  const { code, output } = await run('eslint', ['.', '--max-warnings', '0', '--format', 'json', ...cache], {
    env: ENV,
  });
  return readReport('eslint', code, output).flatMap(({ filePath, messages }) =>
    messages.map(({ line, message, ruleId }) => toFinding(filePath, line, `${message} (${ruleId ?? 'syntax'})`)),
  );
}

/** Logical properties and colours by token, also in the style blocks of .astro files. @returns {Promise<Finding[]>} */
export async function styles() {
  const args = ['src/**/*.{css,astro}', '--max-warnings', '0', '--formatter', 'json'];
  const { code, output } = await run('stylelint', args, { env: ENV });
  return readReport('stylelint', code, output).flatMap(({ source, warnings }) =>
    warnings.map(({ line, text, rule }) => toFinding(source, line, `${text} (${rule})`)),
  );
}

/** Files, exports and dependencies that nothing uses (knip.json). @returns {Promise<Finding[]>} */
export async function deadCode() {
  const { code, output } = await run('knip', ['--no-progress', '--reporter', 'json'], { env: ENV });
  const start = output.indexOf('{"issues"');
  if (start === -1) throw new Error(`knip: ${output.trim().slice(-2000)}`);
  const { issues } = JSON.parse(output.slice(start));
  const findings = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, entries]) =>
      Array.isArray(entries) ? entries.flat().map(({ line, name }) => toFinding(file, line, `${name}: ${kind}`)) : [],
    ),
  );
  return code === 0 || findings.length > 0 ? findings : [toFinding('knip', 1, output.trim().slice(-2000))];
}

/** The JSON array of results in a linter's output. Throws its output where there is none. */
function readReport(name, code, output) {
  const start = output.indexOf('[{');
  if (start === -1 && code !== 0) throw new Error(`${name}: ${output.trim().slice(-2000)}`);
  return start === -1 ? [] : JSON.parse(output.slice(start, output.lastIndexOf(']') + 1));
}

function toFinding(path, line, message) {
  return { file: path.replace(`${process.cwd()}/`, ''), line: line ?? 1, message: message.split('\n')[0] };
}

/** @returns {Promise<Finding[]>} */
export async function format() {
  const args = ['--check', '.', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier'];
  const { code, output } = await run('prettier', args, { env: ENV });
  if (code === 0) return [];
  const files = [...output.matchAll(/^\[(?:warn|error)\] (.+)$/gm)].map((match) => match[1]);
  return files
    .filter((text) => !text.startsWith('Code style') && !/^\s|^\d|^>/.test(text))
    .map((text) => ({ file: text, line: 1, message: 'is not formatted: npx prettier --write' }));
}
