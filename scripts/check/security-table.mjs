import { brokenProofs } from './spec-coverage.mjs';

/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */

/** One requirement, or several in a row of one section: `6.2.1–6.2.11`. */
const ROW = /^\|\s*(\d+)\.(\d+)\.(\d+)(?:–\1\.\2\.(\d+))?\s*\|([^|]*)\|\s*([\w/ ]+?)\s*\|(.*)\|\s*$/;
const STATES = ['met', 'documented', 'not met', 'n/a'];

/**
 * The requirements of ASVS 5.0 up to level 2: chapter, section, and the numbers in it. Chapters 10 (OAuth) and 17
 * (WebRTC) are about what the site does not have.
 */
const LEVEL_2 = [
  ...[
    [1, 1, 2],
    [1, 2, 9],
    [1, 3, 11],
    [1, 4, 3],
    [1, 5, 2],
  ],
  ...[
    [2, 1, 3],
    [2, 2, 3],
    [2, 3, 4],
    [2, 4, 1],
  ],
  ...[
    [3, 2, 2],
    [3, 3, 4],
    [3, 4, 6],
    [3, 5, 5],
    [3, 7, 2],
  ],
  ...[
    [4, 1, 3],
    [4, 2, 1],
    [4, 3, 2],
    [4, 4, 4],
  ],
  ...[
    [5, 1, 1],
    [5, 2, 3],
    [5, 3, 2],
    [5, 4, 3],
  ],
  ...[
    [6, 1, 3],
    [6, 2, 11],
    [6, 3, 3],
    [6, 4, 4],
    [6, 5, 5],
    [6, 6, 3],
    [6, 8, 3],
  ],
  ...[
    [7, 1, 3],
    [7, 2, 4],
    [7, 3, 2],
    [7, 4, 5],
    [7, 5, 2],
    [7, 6, 2],
  ],
  ...[
    [8, 1, 2],
    [8, 2, 3],
    [8, 3, 1],
    [8, 4, 1],
  ],
  ...[
    [9, 1, 3],
    [9, 2, 4],
  ],
  ...[
    [11, 1, 2],
    [11, 2, 3],
    [11, 3, 3],
    [11, 4, 3],
    [11, 5, 1],
    [11, 6, 1],
  ],
  ...[
    [12, 1, 3],
    [12, 2, 2],
    [12, 3, 4],
  ],
  ...[
    [13, 1, 1],
    [13, 2, 5],
    [13, 3, 2],
    [13, 4, 5],
  ],
  ...[
    [14, 1, 2],
    [14, 2, 4],
    [14, 3, 3],
  ],
  ...[
    [15, 1, 3],
    [15, 2, 3],
    [15, 3, 7],
  ],
  ...[
    [16, 1, 1],
    [16, 2, 5],
    [16, 3, 4],
    [16, 4, 3],
    [16, 5, 3],
  ],
];

/** The ids of those requirements, such as `6.5.4`. */
export const ASVS_IDS = LEVEL_2.flatMap(([chapter, section, count]) =>
  Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
);

/**
 * docs/security.md: each requirement once; one that is met names tests that exist, any other says where or why.
 * @param {Source} table
 * @param {string[]} ids
 * @param {(path: string) => string | null} readTest the text of a test file; null if there is none
 * @returns {Finding[]}
 */
export function securityTable(table, ids, readTest) {
  const seen = new Set();
  const findings = table.text.split('\n').flatMap((text, index) => {
    const match = text.match(ROW);
    if (!match) return [];
    const [, chapter, section, first, last = first, , state, reason] = match;
    const row = Array.from({ length: last - first + 1 }, (_, at) => `${chapter}.${section}.${Number(first) + at}`);
    const at = (message) => ({ file: table.path, line: index + 1, message: `${row[0]} ${message}` });
    const unknown = row.filter((id) => !ids.includes(id)).map((id) => at(`has ${id}, which is no requirement`));
    const twice = row.filter((id) => seen.has(id)).map((id) => at(`has ${id}, which is there twice`));
    for (const id of row) seen.add(id);
    return [
      ...unknown,
      ...twice,
      ...(STATES.includes(state) ? [] : [at(`is "${state}": ${STATES.join(', ')}`)]),
      ...(state === 'met' ? brokenProofs(reason, readTest).map(at) : []),
      ...(state !== 'met' && reason.trim() === '' ? [at('does not say where or why')] : []),
    ];
  });
  const missing = ids.filter((id) => !seen.has(id));
  return [...findings, ...missing.map((id) => ({ file: table.path, line: 1, message: `${id} is missing` }))];
}
