import * as v from 'valibot';
import { foldForSearch, sortKey } from '../../../../platform/text/persian-text.ts';
import { FIRST_DESK_ID } from '../../../titles/facts/title-ids.ts';
import { toSlug } from '../../rows/parse/slug.ts';
import { transliterate } from '../../rows/parse/transliterate.ts';
import type { RowStore } from './row-store.ts';
import type { Credit } from '../../rows/title.ts';

/** Ids of what is imported begin here; those of the demo catalogue have at most five digits. */
export const FIRST_IMPORTED_ID = 1_000_000;

const lastRow = v.object({ id: v.nullable(v.number()) });
/** A merged person is found by the earlier names, too. */
const MERGED_NAMES = `SELECT person_id AS id, person ->> 'slug' AS slug, person ->> 'name_fa' AS name_fa,
  person ->> 'name_en' AS name_en FROM person_merges WHERE undone_at IS NULL ORDER BY id`;
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
 * which grows with the number of people, not of rows; where it was opened instead of loaded, those of a batch.
 */
export class Directory {
  readonly #ids = new Map<string, number>();
  readonly #slugs = new Set<string>();
  #next = FIRST_IMPORTED_ID;
  #store: RowStore | null = null;

  static async load(store: RowStore): Promise<Directory> {
    const directory = new Directory();
    const people = await store.read(
      { sql: 'SELECT id, slug, name_fa, name_en FROM people ORDER BY id', values: [] },
      row,
    );
    for (const { id, slug, name_fa, name_en } of people) directory.#add(id, slug, [name_fa, name_en]);
    await directory.#addMerged(store);
    return directory;
  }

  /** Empty: `prepare` reads those whom a batch names, for a place that has no room for everybody. */
  static async open(store: RowStore): Promise<Directory> {
    const directory = new Directory();
    directory.#store = store;
    const sql = `SELECT max(id) AS id FROM people WHERE id < ${String(FIRST_DESK_ID)}`;
    const [last] = await store.read({ sql, values: [] }, lastRow);
    await directory.#addMerged(store);
    directory.#next = Math.max(directory.#next, (last?.id ?? 0) + 1);
    return directory;
  }

  /** Before `find`: reads the people whom credits name, and the slugs that new ones among them may not have. */
  async prepare(credits: readonly Credit[]): Promise<void> {
    const store = this.#store;
    if (store === null || credits.length === 0) return;
    const names = credits.flatMap(({ name_fa, name_en }) => [name_fa, name_en].filter((name) => name !== undefined));
    // The index of search has whole names as people are matched by (search-doc.ts).
    const keys = [...new Set(names.map(toPersonKey))].filter((key) => key !== '').map((key) => `names:"${key}"`);
    const people = `SELECT p.id, p.slug, p.name_fa, p.name_en FROM json_each(?) j
      CROSS JOIN search_index s ON s.search_index MATCH j.value
      CROSS JOIN search_docs d ON d.id = s.rowid AND d.type = 'person' CROSS JOIN people p ON p.id = d.ref_id
      ORDER BY p.id`;
    for (const { id, slug, name_fa, name_en } of await store.read({ sql: people, values: keys }, row))
      this.#add(id, slug, [name_fa, name_en]);
    // A slug with a number behind it begins with the slug.
    const slugs = `SELECT p.slug FROM json_each(?) j
      CROSS JOIN people p ON p.slug >= j.value AND p.slug < j.value || '.'`;
    const wanted = [...new Set(credits.map((credit) => toSlug(toLatinName(credit))))].filter((slug) => slug !== '');
    for (const { slug } of await store.read({ sql: slugs, values: wanted }, v.object({ slug: v.string() })))
      this.#slugs.add(slug);
  }

  /** The id of whom a credit names, and the person where they are new. */
  find(credit: Credit, iranian: boolean): { id: number; added: NewPerson | null } {
    const names = [credit.name_fa, credit.name_en].filter((name) => name !== undefined);
    for (const name of names) {
      const id = this.#ids.get(toPersonKey(name));
      if (id !== undefined) return { id, added: null };
    }
    const nameFa = credit.name_fa ?? credit.name_en ?? '';
    const nameEn = toLatinName(credit);
    const added: NewPerson = {
      ...{ id: this.#next, slug: this.#freeSlug(toSlug(nameEn)), nameFa, nameEn, sortKey: sortKey(nameFa) },
      group: getPersonGroup(credit.job, iranian),
    };
    this.#add(added.id, added.slug, names);
    return { id: added.id, added };
  }

  async #addMerged(store: RowStore): Promise<void> {
    for (const { id, slug, name_fa, name_en } of await store.read({ sql: MERGED_NAMES, values: [] }, row))
      this.#add(id, slug, [name_fa, name_en]);
  }

  #add(id: number, slug: string, names: readonly string[]): void {
    for (const name of names) if (!this.#ids.has(toPersonKey(name))) this.#ids.set(toPersonKey(name), id);
    this.#slugs.add(slug);
    if (id < FIRST_DESK_ID) this.#next = Math.max(this.#next, id + 1);
  }

  #freeSlug(wanted: string): string {
    const base = wanted === '' ? `person-${this.#next}` : wanted;
    for (let count = 1; ; count += 1) {
      const slug = count === 1 ? base : `${base}-${count}`;
      if (!this.#slugs.has(slug)) return slug;
    }
  }
}

function toLatinName({ name_fa, name_en }: Credit): string {
  const nameFa = name_fa ?? name_en ?? '';
  return name_en ?? (transliterate(nameFa) || nameFa);
}

/** A name as search has it whole. */
export function toPersonKey(name: string): string {
  return foldForSearch(name).replaceAll(' ', '');
}

function getPersonGroup(job: Credit['job'], iranian: boolean): NewPerson['group'] {
  if (job === 'director') return 'director';
  if (job !== 'actor') return null;
  return iranian ? 'iranian_actor' : 'foreign_actor';
}
