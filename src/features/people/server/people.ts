import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../platform/config/constants.ts';
import type { listPeople as call, PeopleGroup } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { getLetterKey, findLetter, getLetters, getScript } from '../alphabet.ts';
import type { Locale } from '../../../platform/text/locale.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { people } from '../../titles/server/schema.ts';
import { peopleCounts } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';
import { personColumns } from './person-columns.ts';

const LATIN_KEY = sql<string>`coalesce(latin_key, lower(name_en))`; // As in the index people_group_latin
const AFTER_ALL = '\u{10ffff}'; // Sorts after every first character
const keyIn = (script: Locale) => (script === 'fa' ? sql<string>`${people.sortKey}` : LATIN_KEY);

interface PeopleInput {
  group: PeopleGroup;
  letter?: string | undefined;
  page: number;
}

export async function listPeople(
  { db, locale }: RequestContext,
  { group, letter, page }: PeopleInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const script = letter === undefined ? locale : getScript(letter);
  const key = keyIn(script ?? locale);
  const begin = letter === undefined ? '' : script === null ? AFTER_ALL : getLetterKey(letter);
  const end = letter === undefined ? AFTER_ALL : begin + AFTER_ALL;
  const where = and(eq(people.group, group), gte(key, begin), lt(key, end));
  // A trigger counts whole groups.
  const total =
    letter === undefined
      ? sql<number>`(SELECT ${peopleCounts.total} FROM ${peopleCounts} WHERE ${peopleCounts.group} = ${group})`
      : sql<number>`(SELECT count(*) FROM ${people} WHERE ${where})`;
  const [data, [count], initials] = await db.batch([
    db
      .select(personColumns)
      .from(people)
      .where(where)
      .orderBy(asc(key), asc(people.id))
      .limit(TITLES_PER_PAGE)
      .offset((page - 1) * TITLES_PER_PAGE),
    db.select({ total: total.as('total') }).from(sql`(SELECT 1)`),
    queryInitials(db, group, locale),
  ]);
  const used = new Set(initials.map(({ initial }) => findLetter(locale, initial)));
  return ok({
    data,
    meta: toPageMeta(page, count?.total ?? 0, TITLES_PER_PAGE),
    letters: getLetters(locale).filter((letter) => used.has(letter)),
  });
}

/** One index seek per first character; DISTINCT would walk the whole index. */
function queryInitials(db: Database, group: PeopleGroup, locale: Locale) {
  const key = keyIn(locale);
  const firstFrom = (bound: ReturnType<typeof sql>) =>
    sql`(SELECT substr(${key}, 1, 1) FROM ${people} WHERE ${people.group} = ${group} AND ${key} >= ${bound} ORDER BY ${key} LIMIT 1)`;
  const initials = sql`(
    WITH RECURSIVE initials(initial) AS (
      SELECT ${firstFrom(sql`''`)}
      UNION ALL
      SELECT ${firstFrom(sql`initials.initial || ${AFTER_ALL}`)} FROM initials WHERE initials.initial IS NOT NULL
    )
    SELECT initial FROM initials WHERE initial IS NOT NULL
  )`;
  return db.select({ initial: sql<string>`initial`.as('initial') }).from(initials);
}
