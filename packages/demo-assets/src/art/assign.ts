import { type CompositionName, rankCompositions } from './compositions.ts';
import { createRng } from './prng.ts';

interface AssignedTitle {
  id: number;
  name_en: string;
  synopsis_en: string;
  genres: readonly string[];
  countries: readonly string[];
}

/** Titles of one screen of a grid at 1920 × 1080, four rows of ten: so many in sequence are in sight together. */
export const IN_SIGHT = 40;
const MAX_ROUNDS = 30;
const COST_OF_USE = 0.6;

/**
 * A composition for each title: one that tells its story, and that no title has which is seen beside it. `rows` are
 * lists of ids in the order in which pages show them.
 */
export function assignCompositions(
  titles: readonly AssignedTitle[],
  rows: readonly (readonly number[])[],
): Map<number, CompositionName> {
  const wishes = titles.map((title) => {
    const rng = createRng(`wish/${String(title.id)}/${title.name_en}`);
    return { id: title.id, ranks: rankCompositions(title, () => rng.next() * 1.5) };
  });
  return assignApart(wishes, rows, { sight: IN_SIGHT, costOfUse: COST_OF_USE, isScrolled: true });
}

/** One of several names that an id would like to have, by score: higher is better. */
interface Wish<Name> {
  id: number;
  ranks: readonly { name: Name; score: number }[];
}

/**
 * A name for each id, as different as can be from those of the ids beside it: `sight` is how many of a row are seen
 * together, `costOfUse` the points of score that each use of a name costs, so that all are used. `isScrolled`: any part of
 * a row fills the sight, not its beginning alone.
 */
export function assignApart<Name>(
  unordered: readonly Wish<Name>[],
  rows: readonly (readonly number[])[],
  { sight, costOfUse, isScrolled = false }: { sight: number; costOfUse: number; isScrolled?: boolean },
): Map<number, Name> {
  const beside = findNeighbours(rows, sight, isScrolled ? sight : sight / 2);
  const wishes = unordered.toSorted((a, b) => (b.ranks[0]?.score ?? 0) - (a.ranks[0]?.score ?? 0) || a.id - b.id);
  const chosen = new Map<number, Name>();
  const uses = new Map<Name, number>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let changes = 0;
    for (const { id, ranks } of wishes) {
      const near = new Map<Name, number>();
      for (const other of beside.get(id) ?? []) {
        const name = chosen.get(other);
        if (name !== undefined) near.set(name, (near.get(name) ?? 0) + 1);
      }
      const before = chosen.get(id);
      if (before !== undefined && !near.has(before)) continue;
      const { name } = ranks
        .map(({ name: wish, score }) => {
          const cost = (uses.get(wish) ?? 0) * costOfUse;
          return { name: wish, worth: score - cost - 100 * (near.get(wish) ?? 0) };
        })
        .reduce((a, b) => (b.worth > a.worth ? b : a));
      if (name === before) continue;
      if (before !== undefined) uses.set(before, (uses.get(before) ?? 1) - 1);
      uses.set(name, (uses.get(name) ?? 0) + 1);
      chosen.set(id, name);
      changes += 1;
    }
    if (changes === 0) break;
  }
  return chosen;
}

/** Whom each title is seen with: the first screen of a row together, later ones within `laterSight`. */
function findNeighbours(
  rows: readonly (readonly number[])[],
  sight: number,
  laterSight: number,
): Map<number, Set<number>> {
  const beside = new Map<number, Set<number>>();
  for (const row of rows)
    row.forEach((id, at) => {
      const reach = Math.max(at < sight ? sight : 0, at + laterSight);
      for (const other of row.slice(at + 1, reach))
        for (const [one, two] of [
          [id, other],
          [other, id],
        ] as const)
          if (one !== two) beside.set(one, (beside.get(one) ?? new Set()).add(two));
    });
  return beside;
}
