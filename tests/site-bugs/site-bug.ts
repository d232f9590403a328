import type { SeededBug } from '../simulator/mutation/seeded-bugs.ts';

/**
 * A mistake in the code of the site. `tests` have to find it, the cheapest first: each is `file` or
 * `file: "words of its titles"`, as in docs/spec-coverage.md.
 */
export interface SiteBug extends SeededBug {
  tests: readonly [string, ...string[]];
}
