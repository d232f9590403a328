import type { Finding, Source } from './files.ts';

/** The text of a test file; null if there is none. */
export type ReadTest = (path: string) => string | null;

const ROW = /^\|\s*(\d+\.\d+[a-z]?)\s*\|\s*([^|]*?)\s*\|(.*)\|\s*$/;
const PROOF = /([\w./-]+\.(?:spec|test)\.tsx?):\s*"([^"]+)"/g;
/** The specification leaves these out ("not shown"): nothing can be built or proved. */
const CLOSED = 'closed: not shown';
const STATES = ['done', 'open', CLOSED];

/**
 * docs/spec-coverage.md: each id once, or each of its parts once; a row that is done names tests that exist. `parts` has
 * the ids in parts, with how many: `1.10` in 8 is `1.10a` to `1.10h`.
 */
export function specCoverage(
  table: Source,
  ids: string[],
  readTest: ReadTest,
  parts: Record<string, number> = {},
): Finding[] {
  const expected = ids.flatMap((id) => listParts(id, parts[id]));
  const seen = new Map<string, number>();
  const findings = readRows(table).flatMap(({ line, id, state, proofs }) => {
    const report = (message: string) => ({ file: table.path, line, message: `${id} ${message}` });
    const first = seen.get(id);
    seen.set(id, line);
    return [
      ...(expected.includes(id) ? [] : [report('is no id of the specification')]),
      ...(first === undefined ? [] : [report(`is there twice (line ${first})`)]),
      ...(STATES.includes(state) ? [] : [report(`is "${state}": ${STATES.join(', ')}`)]),
      ...(state === 'done' ? brokenProofs(proofs, readTest).map(report) : []),
    ];
  });
  const missing = expected.filter((id) => !seen.has(id));
  return [...findings, ...missing.map((id) => ({ file: table.path, line: 1, message: `${id} is missing` }))];
}

/** The rows of the table. */
export function readRows(table: Source) {
  return table.text.split('\n').flatMap((text, index) => {
    const match = ROW.exec(text);
    if (!match) return [];
    const [, id = '', state = '', proofs = ''] = match;
    return [{ line: index + 1, id, state, proofs }];
  });
}

/** The test files and names that a row names. */
export function readProofs(proofs: string) {
  return [...proofs.matchAll(PROOF)].map(([, file = '', name = '']) => ({ file, name }));
}

/** The errors in the proofs of a row: file: "name of the test", one or more. */
export function brokenProofs(text: string, readTest: ReadTest): string[] {
  const proofs = readProofs(text);
  if (proofs.length === 0) return ['names no proof'];
  return proofs.flatMap(({ file, name }) => {
    const test = readTest(file);
    if (test === null) return [`names ${file}, which does not exist`];
    return test.includes(name) ? [] : [`names a test that ${file} does not have: "${name}"`];
  });
}

/** `12 of 197 done`. An item is done when all its parts are, or when it is closed. */
export function progress(table: Source, ids: string[], parts: Record<string, number> = {}): string {
  const states = new Map(readRows(table).map(({ id, state }) => [id, state]));
  const isDone = (id: string) => [CLOSED, 'done'].includes(states.get(id) ?? '');
  const done = ids.filter((id) => listParts(id, parts[id]).every(isDone)).length;
  return `${done} of ${ids.length} done`;
}

function listParts(id: string, count: number | undefined): string[] {
  if (count === undefined) return [id];
  return Array.from({ length: count }, (_, index) => id + String.fromCharCode(97 + index));
}
