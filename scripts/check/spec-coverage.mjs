/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */

const ROW = /^\|\s*(\d+\.\d+)\s*\|\s*(\S*)\s*\|(.*)\|\s*$/;
const PROOF = /([\w./-]+\.(?:spec|test)\.tsx?):\s*"([^"]+)"/g;

/**
 * docs/spec-coverage.md: each id once; a row that is done names tests that exist.
 * @param {Source} table
 * @param {string[]} ids
 * @param {(path: string) => string | null} readTest the text of a test file; null if there is none
 * @returns {Finding[]}
 */
export function specCoverage(table, ids, readTest) {
  const rows = table.text.split('\n').flatMap((text, index) => {
    const match = text.match(ROW);
    return match ? [{ line: index + 1, id: match[1], state: match[2], proofs: match[3] }] : [];
  });
  const seen = new Map();
  const findings = rows.flatMap(({ line, id, state, proofs }) => {
    const at = (message) => ({ file: table.path, line, message: `${id} ${message}` });
    const first = seen.get(id);
    seen.set(id, line);
    return [
      ...(ids.includes(id) ? [] : [at('is no id of the specification')]),
      ...(first === undefined ? [] : [at(`is there twice (line ${first})`)]),
      ...(state === 'done' || state === 'open' ? [] : [at(`is "${state}": done or open`)]),
      ...(state === 'done' ? brokenProofs(proofs, readTest).map(at) : []),
    ];
  });
  const missing = ids.filter((id) => !seen.has(id));
  return [...findings, ...missing.map((id) => ({ file: table.path, line: 1, message: `${id} is missing` }))];
}

/** What is wrong with the proofs of a row: file: "name of the test", one or more. */
function brokenProofs(text, readTest) {
  const proofs = [...text.matchAll(PROOF)];
  if (proofs.length === 0) return ['is done but names no proof'];
  return proofs.flatMap(([, file, name]) => {
    const test = readTest(file);
    if (test === null) return [`names ${file}, which does not exist`];
    return test.includes(name) ? [] : [`names a test that ${file} does not have: "${name}"`];
  });
}

/** How far it is: `12 of 197 done`. @param {Source} table @param {string[]} ids */
export function progress(table, ids) {
  const done = table.text.split('\n').filter((text) => text.match(ROW)?.[2] === 'done').length;
  return `${done} of ${ids.length} done`;
}
