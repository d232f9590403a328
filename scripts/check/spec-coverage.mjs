/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */

const ROW = /^\|\s*(\d+\.\d+[a-z]?)\s*\|\s*([^|]*?)\s*\|(.*)\|\s*$/;
const PROOF = /([\w./-]+\.(?:spec|test)\.tsx?):\s*"([^"]+)"/g;
/** The specification leaves these out ("not shown"): nothing can be built or proved. */
const CLOSED = 'closed: not shown';
const STATES = ['done', 'open', CLOSED];

/**
 * docs/spec-coverage.md: each id once, or each of its parts once where the specification lists several things in one
 * item; a row that is done names tests that exist.
 * @param {Source} table
 * @param {string[]} ids
 * @param {(path: string) => string | null} readTest the text of a test file; null if there is none
 * @param {Record<string, number>} [parts] ids in parts, with how many: `1.10` in 8 is `1.10a` to `1.10h`
 * @returns {Finding[]}
 */
export function specCoverage(table, ids, readTest, parts = {}) {
  const expected = ids.flatMap((id) => listParts(id, parts[id]));
  const seen = new Map();
  const findings = readRows(table).flatMap(({ line, id, state, proofs }) => {
    const at = (message) => ({ file: table.path, line, message: `${id} ${message}` });
    const first = seen.get(id);
    seen.set(id, line);
    return [
      ...(expected.includes(id) ? [] : [at('is no id of the specification')]),
      ...(first === undefined ? [] : [at(`is there twice (line ${first})`)]),
      ...(STATES.includes(state) ? [] : [at(`is "${state}": ${STATES.join(', ')}`)]),
      ...(state === 'done' ? brokenProofs(proofs, readTest).map(at) : []),
    ];
  });
  const missing = expected.filter((id) => !seen.has(id));
  return [...findings, ...missing.map((id) => ({ file: table.path, line: 1, message: `${id} is missing` }))];
}

/** The rows of the table. @param {Source} table */
export function readRows(table) {
  return table.text.split('\n').flatMap((text, index) => {
    const match = text.match(ROW);
    return match ? [{ line: index + 1, id: match[1], state: match[2], proofs: match[3] }] : [];
  });
}

/** The test files and names that a row names. @param {string} proofs */
export function readProofs(proofs) {
  return [...proofs.matchAll(PROOF)].map(([, file, name]) => ({ file, name }));
}

/** What is wrong with the proofs of a row: file: "name of the test", one or more. */
export function brokenProofs(text, readTest) {
  const proofs = readProofs(text);
  if (proofs.length === 0) return ['names no proof'];
  return proofs.flatMap(({ file, name }) => {
    const test = readTest(file);
    if (test === null) return [`names ${file}, which does not exist`];
    return test.includes(name) ? [] : [`names a test that ${file} does not have: "${name}"`];
  });
}

/**
 * How far it is: `12 of 197 done`. An item is done when all its parts are, or when it is closed.
 * @param {Source} table
 * @param {string[]} ids
 * @param {Record<string, number>} [parts]
 */
export function progress(table, ids, parts = {}) {
  const states = new Map(readRows(table).map(({ id, state }) => [id, state]));
  const isDone = (id) => [CLOSED, 'done'].includes(states.get(id));
  const done = ids.filter((id) => listParts(id, parts[id]).every(isDone)).length;
  return `${done} of ${ids.length} done`;
}

/** `1.10` in 8 parts is `1.10a` to `1.10h`; an id without parts is itself. */
function listParts(id, count) {
  if (count === undefined) return [id];
  return Array.from({ length: count }, (_, index) => id + String.fromCharCode(97 + index));
}
