import { and, desc, eq, sql } from 'drizzle-orm';
import { COWORKERS, TITLES_PER_PAGE, WORKS_PER_JOB } from '../../../platform/config/constants.ts';
import type { getPerson as personCall, listPersonWorks as worksCall } from '../contract.ts';
import type { Output } from '../../../platform/http/call.ts';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import type { Card } from '../../titles/contract/shapes.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { credits, people, titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { selectCard } from '../../titles/server/card-columns.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';
import { personColumns } from './person-columns.ts';

const JOB_ORDER = ['director', 'actor', 'writer', 'producer', 'composer', 'cinematographer'];

const COWORKER_TITLES = 200; // Limits the cost for people with many titles

/** A person with the newest works per job and co-workers; `not_found` if unknown. */
export async function getPerson(
  { db, maxAge, now }: RequestContext,
  { id }: { id: number },
): Promise<Outcome<Output<typeof personCall>, ErrorCode>> {
  const [[person], works, coworkers, [best]] = await db.batch([
    db
      .select({ ...personColumns, group: people.group, born: people.born })
      .from(people)
      .where(eq(people.id, id)),
    queryNewestWorks(db, id, { maxAge, now }),
    queryCoworkers(db, id),
    db
      .select({ backdrop: titles.backdrop })
      .from(credits)
      .innerJoin(titles, eq(titles.id, credits.titleId))
      .where(and(eq(credits.personId, id), ...buildAgeConditions(maxAge)))
      .orderBy(sql`${titles.backdrop} IS NULL`, desc(titles.views), desc(titles.id))
      .limit(1),
  ]);
  if (!person) return fail('not_found');
  return ok({ data: { ...person, backdrop: best?.backdrop ?? null, works: byJob(works), coworkers } });
}

/** A page of 48 works in one job; `not_found` if there are none. */
export async function listPersonWorks(
  { db, maxAge, now }: RequestContext,
  { id, job, page }: { id: number; job: string; page: number },
): Promise<Outcome<Output<typeof worksCall>, ErrorCode>> {
  const done = and(eq(credits.personId, id), eq(credits.job, job), ...buildAgeConditions(maxAge));
  const [[person], data, [count]] = await db.batch([
    db.select(personColumns).from(people).where(eq(people.id, id)),
    db
      .select(selectCard(now))
      .from(credits)
      .innerJoin(titles, eq(titles.id, credits.titleId))
      .where(done)
      .orderBy(desc(titles.year), desc(titles.id))
      .limit(TITLES_PER_PAGE)
      .offset((page - 1) * TITLES_PER_PAGE),
    db
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(credits)
      .innerJoin(titles, eq(titles.id, credits.titleId))
      .where(done),
  ]);
  const total = count?.total ?? 0;
  if (!person || total === 0) return fail('not_found');
  return ok({ person, data, meta: toPageMeta(page, total, TITLES_PER_PAGE) });
}

function queryNewestWorks(db: Database, id: number, { maxAge, now }: Pick<RequestContext, 'maxAge' | 'now'>) {
  const works = db
    .select({
      ...selectCard(now),
      job: credits.job,
      place:
        sql<number>`row_number() OVER (PARTITION BY ${credits.job} ORDER BY ${titles.year} DESC, ${titles.id} DESC)`.as(
          'place',
        ),
      total: sql<number>`count(*) OVER (PARTITION BY ${credits.job})`.as('total'),
    })
    .from(credits)
    .innerJoin(titles, eq(titles.id, credits.titleId))
    .where(and(eq(credits.personId, id), ...buildAgeConditions(maxAge)))
    .as('works');
  return db
    .select()
    .from(works)
    .where(sql`${works.place} <= ${WORKS_PER_JOB}`)
    .orderBy(sql`${works.place}`);
}

/** Joins along the person's credits, then along those of each title. */
function queryCoworkers(db: Database, id: number) {
  const near = sql`(
    SELECT theirs.person_id AS near_id, count(DISTINCT theirs.title_id) AS shared
    FROM (SELECT DISTINCT title_id FROM credits WHERE person_id = ${id} LIMIT ${COWORKER_TITLES}) own
    JOIN credits theirs ON theirs.title_id = own.title_id AND theirs.person_id <> ${id}
    GROUP BY theirs.person_id ORDER BY shared DESC, near_id LIMIT ${COWORKERS}
  ) near`;
  return db
    .select({ ...personColumns, shared: sql<number>`near.shared`.as('shared') })
    .from(near)
    .innerJoin(people, sql`${people.id} = near.near_id`)
    .orderBy(sql`near.shared DESC`, people.id);
}

function byJob(works: readonly (Card & { job: string; place: number; total: number })[]) {
  const jobs = new Map<string, { job: string; total: number; titles: Card[] }>();
  for (const { job, place: _place, total, ...card } of works) {
    const entry = jobs.get(job) ?? { job, total, titles: [] };
    entry.titles.push(card);
    jobs.set(job, entry);
  }
  const rank = (job: string) => (JOB_ORDER.includes(job) ? JOB_ORDER.indexOf(job) : JOB_ORDER.length);
  return [...jobs.values()].sort((a, b) => rank(a.job) - rank(b.job));
}
