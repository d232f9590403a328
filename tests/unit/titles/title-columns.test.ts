import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { titles } from '../../../src/features/titles/server/schema.ts';
import { titleColumns } from '../../../src/features/titles/title-columns.ts';
import { toTableColumns } from '../../../src/platform/db/table-columns.ts';
import { openMigrated } from '../../support/database/migrated.ts';

interface ColumnRow {
  name: string;
  type: string;
  notnull: number;
}

const TYPES: Record<string, string> = { TEXT: 'text', INTEGER: 'integer', REAL: 'real' };

test('the columns of a title are those that the migrations made, in the view and in its table', () => {
  const db = openMigrated();
  const readColumns = (table: string) => db.prepare(`PRAGMA table_info(${table})`).all() as unknown as ColumnRow[];
  // Both are of the desk: what it hides, and how often a title was changed.
  const made = readColumns('all_titles').filter(({ name }) => !['field_revs', 'hidden', 'rev'].includes(name));
  const declared = Object.values(getTableColumns(titles)).map((column) => [
    column.name,
    column.getSQLType(),
    column.notNull || column.primary,
  ]);
  const stored = made.map(({ name, type, notnull }) => [name, TYPES[type], notnull === 1 || name === 'id']);
  expect(declared.toSorted()).toEqual(stored.toSorted());
  const names = readColumns('titles').map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(titleColumns).toSorted());
});

test('a column that may be NULL or be left out has no constraint, and a decimal is a real', () => {
  const { awardsFa, rating, nameFa, iranian } = toTableColumns(titleColumns);
  const describe = (column: unknown) => (column as { config: { columnType: string; notNull: boolean } }).config;
  expect([awardsFa, rating, nameFa, iranian].map(describe)).toMatchObject([
    { columnType: 'SQLiteText', notNull: false },
    { columnType: 'SQLiteReal', notNull: false },
    { columnType: 'SQLiteText', notNull: true },
    { columnType: 'SQLiteBoolean', notNull: true },
  ]);
});
