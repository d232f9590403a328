interface Dated {
  year: number;
}

/** Neighbours of one decade, in the order of the works; `decade` null where the year is unknown. `offset`: of the calendar, in years. */
export function groupByDecade<T extends Dated>(
  works: readonly T[],
  offset: number,
): { decade: number | null; works: T[] }[] {
  const groups: { decade: number | null; works: T[] }[] = [];
  for (const work of works) {
    const decade = work.year > 0 ? Math.floor((work.year - offset) / 10) * 10 : null;
    const last = groups.at(-1);
    if (last?.decade === decade) last.works.push(work);
    else groups.push({ decade, works: [work] });
  }
  return groups;
}
