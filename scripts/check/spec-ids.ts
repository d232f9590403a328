/** The last item of each section of the specification; items are numbered from 01. */
const LAST = { 1: 14, 2: 52, 3: 22, 4: 26, 5: 12, 6: 6, 7: 27, 8: 16, 9: 22 };

/** All ids of the specification: `1.01` … `9.22`. */
export const SPEC_IDS = Object.entries(LAST).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, index) => `${section}.${String(index + 1).padStart(2, '0')}`),
);

/** An item that lists several things has a row for each in docs/spec-coverage.md: `1.10a` to `1.10h`. */
export const SPEC_PARTS: Record<string, number> = { '1.10': 8 };
