/** @typedef {import('./files.mjs').Source} Source */

const TOO_LONG = 400;
const LONG = 200;

/**
 * Files over 400 lines (findings) and over 200 (a warning).
 * @param {Source[]} sources
 * @returns {{findings: import('./files.mjs').Finding[], note: string}}
 */
export function sizes(sources) {
  const lengths = sources.map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }));
  const findings = lengths
    .filter(({ lines }) => lines > TOO_LONG)
    .map(({ path, lines }) => ({ file: path, line: TOO_LONG, message: `${lines} lines; ${TOO_LONG} are the limit` }));
  const long = lengths.filter(({ lines }) => lines > LONG && lines <= TOO_LONG);
  const names = long.map(({ path, lines }) => `${path} (${lines})`).join(', ');
  return { findings, note: long.length === 0 ? '' : `${long.length} over ${LONG} lines: ${names}` };
}
