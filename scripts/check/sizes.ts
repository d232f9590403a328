import type { Finding, Source } from './files.ts';

const TOO_LONG = 400;
const LONG = 200;

/** Files over 400 lines are findings; those over 200 are a note. */
export function sizes(sources: Source[]): { findings: Finding[]; note: string } {
  const lengths = sources.map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }));
  const findings = lengths
    .filter(({ lines }) => lines > TOO_LONG)
    .map(({ path, lines }) => ({ file: path, line: TOO_LONG, message: `${lines} lines; ${TOO_LONG} are the limit` }));
  const long = lengths.filter(({ lines }) => lines > LONG && lines <= TOO_LONG);
  const names = long.map(({ path, lines }) => `${path} (${lines})`).join(', ');
  return { findings, note: long.length === 0 ? '' : `${long.length} over ${LONG} lines: ${names}` };
}
