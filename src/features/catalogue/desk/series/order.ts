/** The numbers of episodes in a new order: the same numbers, from the least one on. */
export function numberInOrder(ids: readonly number[], numbers: ReadonlyMap<number, number>): Map<number, number> {
  const sorted = ids.flatMap((id) => numbers.get(id) ?? []).sort((a, b) => a - b);
  return new Map(ids.map((id, at) => [id, sorted[at] ?? at + 1]));
}

/** The list by its numbers, those without one first, as the table lists them. */
export function sortByNumbers(ids: readonly number[], numbers: ReadonlyMap<number, number>): number[] {
  const find = (id: number) => numbers.get(id) ?? -1;
  return ids.toSorted((a, b) => find(a) - find(b));
}
