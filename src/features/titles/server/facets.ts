import { asc, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type {
  getCategories as categoriesCall,
  getFacets as facetsCall,
  getGenreArt as genreArtCall,
  getGenres as genresCall,
} from '../contract/catalogue.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { categories, genres, titleCountries, titleLanguages } from './schema.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';

const genreQueries = reusable((db) => [db.select().from(genres).orderBy(asc(genres.position))]);

/** Labels are in the caller's language (spec 3.09, 7.09). */
export async function getGenres({
  read,
  locale,
}: RequestContext): Promise<Outcome<Output<typeof genresCall>, ErrorCode>> {
  const [rows] = await read(genreQueries({}));
  return ok(Object.fromEntries(rows.map((row) => [row.key, locale === 'fa' ? row.labelFa : row.labelEn])));
}

export async function getGenreArt({ read }: RequestContext): Promise<Outcome<Output<typeof genreArtCall>, ErrorCode>> {
  const [rows] = await read(genreQueries({}));
  return ok({ data: Object.fromEntries(rows.flatMap(({ key, art }) => (art === null ? [] : [[key, art]]))) });
}

const facetQueries = reusable((db) => [
  db.select({ value: sql<string>`value` }).from(selectDistinct(titleCountries, titleCountries.country)),
  db.select({ value: sql<string>`value` }).from(selectDistinct(titleLanguages, titleLanguages.language)),
]);

export async function getFacets({ read }: RequestContext): Promise<Outcome<Output<typeof facetsCall>, ErrorCode>> {
  const [countries, languages] = await read(facetQueries({}));
  return ok({ countries: countries.map(({ value }) => value), languages: languages.map(({ value }) => value) });
}

/** One index seek per value; DISTINCT would walk the whole index. */
function selectDistinct(table: SQLiteTable, column: SQLiteColumn): SQL {
  return sql`(
    WITH RECURSIVE found (value) AS (
      SELECT min(${column}) FROM ${table}
      UNION ALL
      SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > found.value) FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL
  ) facet`;
}

const categoryQueries = reusable((db) => [
  db
    .select({
      category_id: categories.id,
      cat_id: categories.slug,
      persian_name: categories.persianName,
      english_name: categories.englishName,
      parent: categories.parentId,
    })
    .from(categories)
    .orderBy(asc(categories.position)),
]);

export async function getCategories({
  read,
}: RequestContext): Promise<Outcome<Output<typeof categoriesCall>, ErrorCode>> {
  const [rows] = await read(categoryQueries({}));
  const getChildren = (id: number | null) =>
    rows.filter((row) => row.parent === id).map(({ parent: _, ...category }) => category);
  return ok(getChildren(null).map((root) => ({ ...root, child_categories: getChildren(root.category_id) })));
}
