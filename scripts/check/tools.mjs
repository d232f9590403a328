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
  const start = output.indexOf('[{');
  if (start === -1) return code === 0 ? [] : [{ file: 'eslint', line: 0, message: output.trim() }];
  const here = `${process.cwd()}/`;
  return JSON.parse(output.slice(start, output.lastIndexOf(']') + 1)).flatMap((file) =>
    file.messages.map(({ line, message, ruleId }) => ({
      file: file.filePath.replace(here, ''),
      line: line ?? 1,
      message: `${message.split('\n')[0]} (${ruleId ?? 'syntax'})`,
    })),
  );
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
