import { getTableColumns } from 'drizzle-orm';
import { toCamelCase, type CamelCase } from '../../../platform/db/columns.ts';
import { cardColumns, type TitleColumn } from '../title-columns.ts';
import { titles } from './schema.ts';
import { selectRelease } from './release.ts';

const table = getTableColumns(titles);
type Table = typeof table;
type Selected<K> = {
  [P in K & string as CamelCase<P> extends keyof Table ? P : never]: Table[CamelCase<P> & keyof Table];
};

/** Columns of a title under their names in answers. `release` is missing: selectRelease decides it. */
export function selectColumns<C extends Partial<Record<TitleColumn, unknown>>>(columns: C): Selected<keyof C> {
  const selected = Object.keys(columns).map((name) => [name, table[toCamelCase(name) as keyof Table]]);
  return Object.fromEntries(selected) as Selected<keyof C>;
}

/** D1 answers a batch as objects: a joined table's column of the same name would overwrite one of these. Epoch seconds. */
export function selectCard(now: number) {
  return { ...selectColumns(cardColumns), release: selectRelease(now).as('release') };
}
