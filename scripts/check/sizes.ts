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

const SHARE_MAX = 0.04;

/** More than 4 % of the lines of src are comments: a finding. */
export function commentShare(sources: Source[]): { findings: Finding[]; note: string } {
  const lines = sources.flatMap(({ text }) => text.trimEnd().split('\n'));
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*|<!--)/.test(line)).length;
  const note = `${comments} of ${lines.length} lines (${((comments / lines.length) * 100).toFixed(2)} %)`;
  const message = `${note} are comments; ${SHARE_MAX * 100} % are the limit`;
  return { findings: comments / lines.length > SHARE_MAX ? [{ file: 'src', line: 0, message }] : [], note };
}
