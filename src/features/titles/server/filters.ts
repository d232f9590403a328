import { eq, lte, sql, type SQL } from 'drizzle-orm';
import { titles } from './schema.ts';

/** The filter of spec 3.17, as parsed: 0 and '0' mean any. */
export interface TitleFilter {
  age: number;
  lang: string;
  country: string;
  f_type: '0' | 'movie' | 'series' | 'video';
}

/** The viewer's age ceiling (years) as conditions. Every query that shows titles must take it. */
export function buildAgeConditions(maxAge: number | undefined): SQL[] {
  return maxAge === undefined ? [] : [lte(titles.age, maxAge)];
}

/** `age` is the viewer's age: titles for that age or younger pass. */
export function buildFilterConditions({ age, lang, country, f_type }: TitleFilter): SQL[] {
  const conditions: SQL[] = [];
  if (age > 0) conditions.push(lte(titles.age, age));
  if (f_type !== '0') conditions.push(eq(titles.kind, f_type));
  if (lang !== '0') conditions.push(isInLanguage(lang));
  if (country !== '0') conditions.push(isFromCountry(country));
  return conditions;
}

export function isInLanguage(language: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_languages WHERE title_id = ${titles.id} AND language = ${language})`;
}

export function isFromCountry(country: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_countries WHERE title_id = ${titles.id} AND country = ${country})`;
}
