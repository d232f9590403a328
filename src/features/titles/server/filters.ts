import { eq, lte, sql, type SQL } from 'drizzle-orm';
import { titles } from './schema.ts';

/** The filter of spec 3.17, as parsed: 0 and '0' mean any. */
export interface TitleFilter {
  age: number;
  lang: string;
  country: string;
  f_type: '0' | 'movie' | 'series' | 'video';
}

/**
 * The viewer's age ceiling (RequestContext.maxAge, in years) as conditions on `titles`: none, or one. Every query that
 * shows titles takes it.
 */
export function withinAge(maxAge: number | undefined): SQL[] {
  return maxAge === undefined ? [] : [lte(titles.age, maxAge)];
}

/** The filter as conditions on `titles`; `age` is the viewer's age, so titles for that age or younger pass. */
export function filterConditions({ age, lang, country, f_type }: TitleFilter): SQL[] {
  const conditions: SQL[] = [];
  if (age > 0) conditions.push(lte(titles.age, age));
  if (f_type !== '0') conditions.push(eq(titles.kind, f_type));
  if (lang !== '0') conditions.push(isInLanguage(lang));
  if (country !== '0') conditions.push(isFromCountry(country));
  return conditions;
}

/** The condition on `titles` of having a language, an ISO code. */
export function isInLanguage(language: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_languages WHERE title_id = ${titles.id} AND language = ${language})`;
}

/** The condition on `titles` of coming from a country, an ISO code. */
export function isFromCountry(country: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_countries WHERE title_id = ${titles.id} AND country = ${country})`;
}
