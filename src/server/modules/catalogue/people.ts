import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../config/constants.ts';
import type { getPerson as personCall, listPeople as peopleCall } from '../../../contract/catalogue.ts';
import type { Input, Output } from '../../../contract/call.ts';
import type { Card } from '../../../contract/shapes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { credits, people, titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { cardColumns } from './card-columns.ts';
import { withinAge } from './filters.ts';
import { pageMeta } from './page-meta.ts';

/** In which order a person's jobs are shown; any other comes after. */
const JOB_ORDER = ['director', 'actor', 'writer', 'producer', 'composer', 'cinematographer'];

const personColumns = { id: people.id, name_fa: people.nameFa, name_en: people.nameEn, art: people.art };

/** A page of 48 people of one casts page, by their names in the Persian alphabet. */
export async function listPeople(
  { db }: RequestContext,
  { group, page }: { group: Input<typeof peopleCall>['group']; page: number },
): Promise<Outcome<Output<typeof peopleCall>, ErrorCode>> {
  const [data, [count]] = await db.batch([
    db
      .select(personColumns)
      .from(people)
      .where(eq(people.group, group))
      .orderBy(asc(people.sortKey), asc(people.id))
      .limit(TITLES_PER_PAGE)
      .offset((page - 1) * TITLES_PER_PAGE),
    db
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(people)
      .where(eq(people.group, group)),
  ]);
  return ok({ data, meta: pageMeta(page, count?.total ?? 0, TITLES_PER_PAGE) });
}

/** One person, with the works of each job newest first. An id of nobody is `not_found`. */
export async function getPerson(
  { db, maxAge }: RequestContext,
  { id }: { id: number },
): Promise<Outcome<Output<typeof personCall>, ErrorCode>> {
  const [[person], works] = await db.batch([
    db
      .select({ ...personColumns, born: people.born })
      .from(people)
      .where(eq(people.id, id)),
    db
      .select({ ...cardColumns, job: credits.job })
      .from(credits)
      .innerJoin(titles, eq(titles.id, credits.titleId))
      .where(and(eq(credits.personId, id), ...withinAge(maxAge)))
      .orderBy(desc(titles.year), desc(titles.id)),
  ]);
  if (!person) return fail('not_found');
  return ok({ data: { ...person, works: byJob(works) } });
}

function byJob(works: (Card & { job: string })[]): { job: string; titles: Card[] }[] {
  const jobs = new Map<string, Card[]>();
  for (const { job, ...card } of works) jobs.set(job, [...(jobs.get(job) ?? []), card]);
  const rank = (job: string) => (JOB_ORDER.includes(job) ? JOB_ORDER.indexOf(job) : JOB_ORDER.length);
  return [...jobs].map(([job, list]) => ({ job, titles: list })).sort((a, b) => rank(a.job) - rank(b.job));
}
