import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { migrationStatements } from '../../support/database/migration-statements.ts';
import { buildInsertText } from '../../support/database/rows.ts';

/** The rows that `title_facets` must have, read from the tables that it is kept from. */
const FACETS = `SELECT t.id AS title_id, f.facet, t.kind, t.age, t.year, t.views, t.rating FROM titles t JOIN (
    SELECT title_id, genre AS facet FROM title_genres
    UNION ALL SELECT title_id, 'country:' || country FROM title_countries
    UNION ALL SELECT title_id, 'language:' || language FROM title_languages
    UNION SELECT title_id, 'has:file' FROM downloads
    UNION SELECT e.series_id, 'has:file' FROM titles e JOIN downloads d ON d.title_id = e.id
      JOIN titles s ON s.id = e.series_id AND s.kind = 'series'
  ) f ON f.title_id = t.id`;
const COLUMNS = 'title_id, facet, kind, age, year, views, rating';

const CHILDREN = {
  title_genres: { column: 'genre', values: ['drama', 'crime'] },
  title_countries: { column: 'country', values: ['IR', 'TR'] },
  title_languages: { column: 'language', values: ['fa', 'IR'] },
  downloads: { column: 'quality', values: ['480p', '720p'] },
} as const;

const title = fc.integer({ min: 1, max: 3 });
const kind = fc.constantFrom('movie', 'series', 'episode', 'video');
const number = fc.integer({ min: 0, max: 3 });
const child = fc
  .constantFrom(...(Object.keys(CHILDREN) as (keyof typeof CHILDREN)[]))
  .chain((table) => fc.record({ table: fc.constant(table), value: fc.constantFrom(...CHILDREN[table].values) }));

const insertTitle = (id: number, of: string, n: number) =>
  buildInsertText('all_titles', {
    ...{ id, kind: of, access: 'free', year: n, age: n, views: n },
    rating: n === 0 ? null : n,
  }).slice(0, -1);

/** Any write that the seed, an import, an operator or a sweep makes, and those that come in the wrong order. */
const write = fc.oneof(
  // As an import writes a title that comes again.
  {
    weight: 4,
    arbitrary: fc.tuple(title, kind, number).map(
      ([id, of, n]) => `${insertTitle(id, of, n)}
      ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, age = excluded.age, year = excluded.year, rating = excluded.rating`,
    ),
  },
  fc
    .tuple(title, number)
    .map(([id, n]) => `UPDATE all_titles SET views = views + ${n}, name_en = 'x' WHERE id >= ${id}`),
  fc.tuple(title, kind, number).map(([id, of, n]) => `UPDATE titles SET kind = '${of}', age = ${n} WHERE id = ${id}`),
  title.map((id) => `DELETE FROM titles WHERE id = ${id}`),
  {
    weight: 6,
    arbitrary: fc.tuple(title, child).map(([id, { table, value }]) => {
      const row = { [CHILDREN[table].column]: value, title_id: id };
      return buildInsertText(table, row, 'INSERT OR IGNORE').slice(0, -1);
    }),
  },
  fc
    .tuple(title, child)
    .map(
      ([id, { table, value }]) =>
        `UPDATE OR IGNORE ${table} SET ${CHILDREN[table].column} = '${value}' WHERE title_id = ${id}`,
    ),
  fc
    .tuple(title, title, child)
    .map(([from, to, { table }]) => `UPDATE OR IGNORE ${table} SET title_id = ${to} WHERE title_id = ${from}`),
  fc.tuple(title, child).map(([id, { table }]) => `DELETE FROM ${table} WHERE title_id = ${id}`),
);

/** Titles hidden and shown, and episodes that come to a series and leave it. */
const hide = fc.oneof(
  fc.tuple(title, number).map(([id, n]) => `UPDATE all_titles SET hidden = ${n % 2} WHERE id = ${id}`),
  fc.tuple(title, number).map(([id, n]) => `UPDATE all_titles SET hidden = ${n % 2}, kind = 'video' WHERE id = ${id}`),
  fc.tuple(title, title).map(([id, of]) => `UPDATE all_titles SET series_id = ${of} WHERE id = ${id} AND id <> ${of}`),
  title.map((id) => `UPDATE titles SET series_id = NULL, views = views + 1 WHERE id = ${id}`),
);

function migrate(isWanted: (file: string) => boolean, db: DatabaseSync): void {
  for (const statement of migrationStatements((file, text) => (isWanted(file) ? text : ''))) db.exec(statement);
}
const isNew = (file: string) => file >= 'migrations/0035';

function expectFacets(db: DatabaseSync): void {
  const read = (sql: string) => db.prepare(sql).all();
  expect(read("SELECT kind, total FROM title_counts WHERE genre = '' AND total <> 0 ORDER BY kind")).toEqual(
    read('SELECT kind, count(*) AS total FROM titles GROUP BY kind ORDER BY kind'),
  );
  expect(read(`SELECT ${COLUMNS} FROM title_facets ORDER BY title_id, facet`)).toEqual(
    read(`${FACETS} ORDER BY title_id, f.facet`),
  );
  expect(read('SELECT facet, kind, total FROM title_facet_counts WHERE total <> 0 ORDER BY facet, kind')).toEqual(
    read(`SELECT facet, kind, count(*) AS total FROM (${FACETS}) GROUP BY facet, kind ORDER BY facet, kind`),
  );
}

test('facets and their counts are those of the titles, whatever is written in whatever order', () => {
  const db = new DatabaseSync(':memory:');
  migrate(() => true, db);
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: write }, hide), { minLength: 20, maxLength: 40 }),
      (writes) => {
        db.exec('BEGIN');
        try {
          for (const sql of writes) {
            db.exec(sql);
            expectFacets(db);
          }
        } finally {
          db.exec('ROLLBACK');
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('the migration makes the facets of the titles that are there', () => {
  const db = new DatabaseSync(':memory:');
  migrate((file) => !isNew(file), db);
  for (const sql of fc.sample(write, { numRuns: 60, seed: 1 })) db.exec(sql.replaceAll('all_titles', 'titles'));
  migrate(isNew, db);
  expectFacets(db);
  expect(db.prepare('SELECT count(*) AS n FROM title_facets').get()?.['n']).toBeGreaterThan(0);
});
