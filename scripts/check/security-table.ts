import type { Finding, Source } from './files.ts';
import { brokenProofs } from './spec-coverage.ts';

/** One requirement, or several in a row of one section: `6.2.1–6.2.11`. */
const ROW = /^\|\s*(\d+)\.(\d+)\.(\d+)(?:–\1\.\2\.(\d+))?\s*\|([^|]*)\|\s*([\w/ ]+?)\s*\|(.*)\|\s*$/;
const STATES = ['met', 'documented', 'not met', 'n/a'];

/** Number of requirements of each section of ASVS 5.0, level 2; chapters 10 (OAuth) and 17 (WebRTC) do not apply. */
const LEVEL_2: Record<number, Record<number, number>> = {
  1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  6: { 1: 3, 2: 11, 3: 3, 4: 4, 5: 5, 6: 3, 8: 3 },
  7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  9: { 1: 3, 2: 4 },
  11: { 1: 2, 2: 3, 3: 3, 4: 3, 5: 1, 6: 1 },
  12: { 1: 3, 2: 2, 3: 4 },
  13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  14: { 1: 2, 2: 4, 3: 3 },
  15: { 1: 3, 2: 3, 3: 7 },
  16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
};

/** The ids of those requirements, such as `6.5.4`. */
export const ASVS_IDS = Object.entries(LEVEL_2).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section}.${index + 1}`),
  ),
);

/** docs/security.md: each requirement once; one that is met names tests that exist, any other a place or a reason. */
export function securityTable(table: Source, ids: string[], readTest: (path: string) => string | null): Finding[] {
  const seen = new Set<string>();
  const findings = table.text.split('\n').flatMap((text, index) => {
    const match = ROW.exec(text);
    if (!match) return [];
    const [, chapter = '', section = '', first = '', last = first, , state = '', reason = ''] = match;
    const length = Number(last) - Number(first) + 1;
    const row = Array.from({ length }, (_, offset) => `${chapter}.${section}.${Number(first) + offset}`);
    const report = (message: string) => ({ file: table.path, line: index + 1, message: `${row[0] ?? ''} ${message}` });
    const unknown = row.filter((id) => !ids.includes(id)).map((id) => report(`has ${id}, which is no requirement`));
    const twice = row.filter((id) => seen.has(id)).map((id) => report(`has ${id}, which is there twice`));
    for (const id of row) seen.add(id);
    return [
      ...unknown,
      ...twice,
      ...(STATES.includes(state) ? [] : [report(`is "${state}": ${STATES.join(', ')}`)]),
      ...(state === 'met' ? brokenProofs(reason, readTest).map(report) : []),
      ...(state !== 'met' && reason.trim() === '' ? [report('does not say where or why')] : []),
    ];
  });
  const missing = ids.filter((id) => !seen.has(id));
  return [...findings, ...missing.map((id) => ({ file: table.path, line: 1, message: `${id} is missing` }))];
}
