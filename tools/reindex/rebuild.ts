import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { SearchSubject } from '../../src/features/search/query/search-doc.ts';
import { searchStatements } from '../../src/features/search/query/search-statements.ts';
import type { Store } from '../../tools/import/store.ts';
import { readSubjects, readChangedGenres } from './subjects.ts';

/** The migration that defines the tables of search, which a restored database may lack. */
const MIGRATION = 'migrations/0003_search.sql';

/** Writes the search index of the whole catalogue while search works; gives the number of documents. */
export async function rebuildSearch(store: Store, progress: (written: number) => void): Promise<number> {
  await store.execute(readTables());
  const words = new Set<string>();
  const remaining = new Set<string>();
  let written = 0;
  for await (const subjects of readSubjects(store, store.batchSize)) {
    await store.apply(searchStatements(subjects, words));
    for (const subject of subjects) remaining.add(keyBySubject(subject));
    written += subjects.length;
    progress(written);
  }
  await removeOthers(store, remaining);
  return written;
}

const ALL_GENRES = 'search_docs WHERE type IN (SELECT value FROM json_each(?))';

/** Lets search find the genres as they are: those of the base rows, and those that an operator changed. */
export async function indexGenres(store: Store): Promise<void> {
  const genres = await readChangedGenres(store);
  if (genres.length === 0) return;
  await store.apply([
    { sql: `DELETE FROM search_index WHERE rowid IN (SELECT id FROM ${ALL_GENRES})`, values: ['genre'] },
    { sql: `DELETE FROM ${ALL_GENRES}`, values: ['genre'] },
    ...searchStatements(genres, new Set()),
  ]);
}

/** The statements that make the tables where they are missing. */
function readTables(): string[] {
  return readFileSync(MIGRATION, 'utf8')
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => /CREATE (VIRTUAL )?TABLE/.test(statement))
    .map((statement) => statement.trim().replace(/^(CREATE (?:VIRTUAL )?TABLE) /, '$1 IF NOT EXISTS '));
}

const stored = v.object({ id: v.number(), type: v.string(), ref_id: v.number() });

/** Removes documents whose subject is gone, then entries of the index that have no document. */
async function removeOthers(store: Store, remaining: ReadonlySet<string>): Promise<void> {
  const docs = await store.read({ sql: 'SELECT id, type, ref_id FROM search_docs', values: [] }, stored);
  const gone = docs.filter(({ type, ref_id: id }) => !remaining.has(keyBySubject({ type, id }))).map(({ id }) => id);
  await store.apply([{ sql: 'DELETE FROM search_docs WHERE id IN (SELECT value FROM json_each(?))', values: gone }]);
  await store.execute(['DELETE FROM search_index WHERE rowid NOT IN (SELECT id FROM search_docs)']);
}

function keyBySubject({ type, id }: Pick<SearchSubject, 'id'> & { type: string }): string {
  return `${type}/${String(id)}`;
}
