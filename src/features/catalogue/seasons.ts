import * as v from 'valibot';

/** The names and years of a series' seasons as one value of a field: a JSON list by number, as SQLite writes it. */

const season = v.strictTuple([
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10_000)),
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.nullable(v.union([v.number(), v.string()])),
]);
const list = v.pipe(v.string(), v.parseJson(), v.array(season), v.maxLength(500));
/** Number, name in Persian and in English, and the year: Gregorian as a number, or as a member typed it. */
export type SeasonEntry = v.InferOutput<typeof season>;

export function parseSeasons(text: string | null): SeasonEntry[] | null {
  const entries = v.safeParse(list, text === '' || text === null ? '[]' : text);
  return entries.success ? entries.output : null;
}

export function formatSeasons(entries: readonly SeasonEntry[]): string {
  const seasons = entries.filter(([, ...facts]) => facts.some((fact) => fact !== null && fact !== ''));
  return JSON.stringify(seasons.toSorted(([a], [b]) => a - b));
}

export const SEASONS_SQL = `(SELECT json_group_array(json_array(number, name_fa, name_en, year)) FROM (
  SELECT number, name_fa, name_en, year FROM seasons WHERE series_id = t.id
    AND coalesce(name_fa, name_en, year) IS NOT NULL ORDER BY number))`;
