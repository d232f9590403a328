import * as v from 'valibot';
import { foldForSearch, sortKey } from '../../src/platform/text/persian-text.ts';
import { toSlug } from './parse/slug.ts';
import { transliterate } from './parse/transliterate.ts';
import type { Store } from './store.ts';
import type { Credit } from './title.ts';

/** Ids of what is imported begin here; those of the demo catalogue have at most five digits. */
export const FIRST_IMPORTED_ID = 1_000_000;

const row = v.object({ id: v.number(), slug: v.string(), name_fa: v.string(), name_en: v.string() });

/** A person to be added. `group` is the casts page that lists them, or null. */
export interface NewPerson {
  id: number;
  slug: string;
  nameFa: string;
  nameEn: string;
  sortKey: string;
  group: 'iranian_actor' | 'foreign_actor' | 'director' | null;
}

/**
 * People are matched by their folded name in either language, so that one spelling with ZWNJ, a space or
 * nothing between is one person. Two people of one name cannot be told apart and are one. All of it is in memory,
 * which grows with the number of people, not of rows.
 */
export class Directory {
  readonly #ids = new Map<string, number>();
  readonly #slugs = new Set<string>();
  #next = FIRST_IMPORTED_ID;

  static async load(store: Store): Promise<Directory> {
    const directory = new Directory();
    const people = await store.read(
      { sql: 'SELECT id, slug, name_fa, name_en FROM people ORDER BY id', values: [] },
      row,
    );
    for (const { id, slug, name_fa, name_en } of people) directory.#add(id, slug, [name_fa, name_en]);
    return directory;
  }

  /** The id of whom a credit names, and the person where they are new. */
  find(credit: Credit, iranian: boolean): { id: number; added: NewPerson | null } {
    const names = [credit.name_fa, credit.name_en].filter((name) => name !== undefined);
    for (const name of names) {
      const id = this.#ids.get(toPersonKey(name));
      if (id !== undefined) return { id, added: null };
    }
    const nameFa = credit.name_fa ?? credit.name_en ?? '';
    const nameEn = credit.name_en ?? (transliterate(nameFa) || nameFa);
    const added: NewPerson = {
      ...{ id: this.#next, slug: this.#freeSlug(toSlug(nameEn)), nameFa, nameEn, sortKey: sortKey(nameFa) },
      group: getPersonGroup(credit.job, iranian),
    };
    this.#add(added.id, added.slug, names);
    return { id: added.id, added };
  }

  #add(id: number, slug: string, names: readonly string[]): void {
    for (const name of names) if (!this.#ids.has(toPersonKey(name))) this.#ids.set(toPersonKey(name), id);
    this.#slugs.add(slug);
    this.#next = Math.max(this.#next, id + 1);
  }

  #freeSlug(wanted: string): string {
    const base = wanted === '' ? `person-${this.#next}` : wanted;
    for (let count = 1; ; count += 1) {
      const slug = count === 1 ? base : `${base}-${count}`;
      if (!this.#slugs.has(slug)) return slug;
    }
  }
}

function toPersonKey(name: string): string {
  return foldForSearch(name).replaceAll(' ', '');
}

function getPersonGroup(job: Credit['job'], iranian: boolean): NewPerson['group'] {
  if (job === 'director') return 'director';
  if (job !== 'actor') return null;
  return iranian ? 'iranian_actor' : 'foreign_actor';
}
