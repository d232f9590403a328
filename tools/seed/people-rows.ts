import { fraction } from './hash.ts';
import { isIranian } from './iranian.ts';
import type { Catalogue, Person } from './schema.ts';

/** Person ids have five digits. */
const FIRST_ID = 10_000;
const IDS = 90_000;

/** An id for each slug, which stays the same when others are added (but for the few whose places collide). */
export function personIds(people: readonly Person[]): Map<string, number> {
  const ids = new Map<string, number>();
  const usedIds = new Set<number>();
  for (const slug of people.map((person) => person.slug).sort()) {
    let id = FIRST_ID + Math.floor(fraction(`person/${slug}`) * IDS);
    while (usedIds.has(id)) id += 1;
    usedIds.add(id);
    ids.set(slug, id);
  }
  return ids;
}

/** Each person's casts page: director unless they act more often; an actor's by the file, else the first country. */
export function castsGroups({ people, titles }: Catalogue): Map<string, Person['group'] | null> {
  const work = new Map<string, { acts: number; directs: number; iranian: boolean }>();
  const getWork = (slug: string, iranian: boolean) => {
    const entry = work.get(slug) ?? { acts: 0, directs: 0, iranian };
    work.set(slug, entry);
    return entry;
  };
  for (const title of titles) {
    for (const { person } of title.cast) getWork(person, isIranian(title)).acts += 1;
    for (const { person, job } of title.crew) if (job === 'director') getWork(person, isIranian(title)).directs += 1;
  }
  return new Map(
    people.map(({ slug, group }) => {
      const { acts = 0, directs = 0, iranian = false } = work.get(slug) ?? {};
      if (directs > 0 && (group === 'director' || directs > acts)) return [slug, 'director'];
      if (acts === 0) return [slug, null];
      if (group !== 'director') return [slug, group];
      return [slug, iranian ? 'iranian_actor' : 'foreign_actor'];
    }),
  );
}
