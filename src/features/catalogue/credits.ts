import * as v from 'valibot';
import { CREDIT_JOBS } from '../../platform/kinds.ts';

/** The people of a title as one value of a field: a JSON list in the order of the page, as SQLite writes it. */

const credit = v.strictTuple([
  v.picklist(CREDIT_JOBS),
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  v.nullable(v.string()),
  v.nullable(v.string()),
]);
const list = v.pipe(v.string(), v.parseJson(), v.array(credit));
/** Job, number of the person, and the role in both languages. */
export type CreditEntry = v.InferOutput<typeof credit>;

/** Null for a text that is not a list of credits. */
export function parseCredits(text: string | null): CreditEntry[] | null {
  const entries = v.safeParse(list, text === '' || text === null ? '[]' : text);
  return entries.success ? entries.output : null;
}

export const formatCredits = (entries: readonly CreditEntry[]): string => JSON.stringify(entries);

export const CREDITS_SQL = `(SELECT json_group_array(json_array(job, person_id, role_fa, role_en)) FROM (
  SELECT job, person_id, role_fa, role_en FROM credits WHERE title_id = t.id ORDER BY position, job, person_id))`;
