import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { migrate } from '../seed/migrate.ts';
import { problem } from '../lib/progress.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { quoteName } from './format.ts';

/** `key`: the columns of the primary key, or `rowid`. */
export interface Table {
  name: string;
  columns: string[];
  key: string[];
}

export interface Schema {
  migrations: string[];
  tables: Table[];
}

const names = v.array(v.object({ name: v.string() }));
const listed = v.array(v.object({ name: v.string(), wr: v.number() }));

/** A new database with the schema of this version, and only the rows that migrations add. */
export async function openFresh(file = ':memory:'): Promise<DatabaseSync> {
  const db = new DatabaseSync(file);
  await migrate(openSqliteD1(db));
  return db;
}

/** The tables that are moved: all but those of SQLite, of D1, of migrations, and of the search index, which is rebuilt. */
export function readSchema(db: DatabaseSync): Schema {
  const list = (sql: string) => v.parse(names, db.prepare(sql).all()).map(({ name }) => name);
  const tables = db.prepare(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY 1",
  );
  return {
    migrations: list('SELECT name FROM d1_migrations ORDER BY name'),
    tables: v
      .parse(listed, tables.all())
      .filter(({ name }) => isMoved(name))
      .map(({ name, wr }) => ({
        name,
        columns: list(`SELECT name FROM pragma_table_info('${name}')`),
        key: wr === 1 ? list(`SELECT name FROM pragma_table_info('${name}') WHERE pk > 0 ORDER BY pk`) : ['rowid'],
      })),
  };
}

export function isMoved(table: string): boolean {
  return !/^(sqlite_|_cf_|search_|d1_migrations$)/.test(table);
}

/** All rows in the order of their key. A covering index would give another one. */
export function orderedSelect({ name, columns, key }: Table): string {
  return `SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(name)} ORDER BY ${key.map(quoteName).join(', ')}`;
}

/** A Problem where two versions differ. */
export function requireSameMigrations(theirs: readonly string[], ours: readonly string[]): void {
  if (JSON.stringify(theirs) === JSON.stringify(ours)) return;
  throw problem(
    `The schemas differ: the last migration is ${theirs.at(-1) ?? 'none'} there, and ${ours.at(-1) ?? 'none'} here. Use the same version.`,
  );
}
