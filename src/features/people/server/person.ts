import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { COWORKERS, TITLES_PER_PAGE, WORKS_PER_JOB } from '../../../platform/config/constants.ts';
import type { getPerson as personCall, listPersonWorks as worksCall } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { credits, people, titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard } from '../../titles/server/card-columns.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';
import { personColumns } from './person-columns.ts';

const JOB_ORDER = ['director', 'actor', 'writer', 'producer', 'composer', 'cinematographer'] as const;

const MAX_TITLES = 200; // Limits the cost for people with many titles: co-workers and the backdrop are of these

/** A person with the newest works per job and co-workers; `not_found` if unknown. The number of who was merged is another's. */
export async function getPerson(
  context: RequestContext,
  { id }: { id: number },
): Promise<Outcome<Output<typeof personCall>, ErrorCode>> {
  const { db, maxAge, now } = context;
  const [[person], [merge], coworkers, [best], totals, ...works] = await db.batch([
    db
      .select({ ...personColumns, group: people.group, born: people.born })
      .from(people)
      .where(eq(people.id, id)),
    db
      .select({ person: sql<number>`person_id`.as('person') })
      .from(sql`person_merges`)
      .where(sql`old_id = ${id} AND undone_at IS NULL`),
    queryCoworkers(db, id),
    queryBackdrop(db, id, maxAge),
    queryTotals(db, eq(credits.personId, id), maxAge),
    ...JOB_ORDER.map((job) => queryWorks(db, { id, job, maxAge, now }, { limit: WORKS_PER_JOB, offset: 0 })),
  ]);
  if (!person && merge) return getPerson(context, { id: merge.person });
  if (!person) return fail('not_found');
  const byJob = JOB_ORDER.flatMap((job, at) => {
    const total = totals.find((row) => row.job === job)?.total ?? 0;
    return total === 0 ? [] : [{ job, total, titles: works[at] ?? [] }];
  });
  return ok({ data: { ...person, backdrop: best?.backdrop ?? null, works: byJob, coworkers } });
}

export async function listPersonWorks(
  { db, maxAge, now }: RequestContext,
  { id, job, page }: { id: number; job: string; page: number },
): Promise<Outcome<Output<typeof worksCall>, ErrorCode>> {
  const [[person], data, [count]] = await db.batch([
    db.select(personColumns).from(people).where(eq(people.id, id)),
    queryWorks(db, { id, job, maxAge, now }, { limit: TITLES_PER_PAGE, offset: (page - 1) * TITLES_PER_PAGE }),
    queryTotals(db, and(eq(credits.personId, id), eq(credits.job, job)), maxAge),
  ]);
  const total = count?.total ?? 0;
  if (!person || total === 0) return fail('not_found');
  return ok({ person, data, meta: toPageMeta(page, total, TITLES_PER_PAGE) });
}

interface WorksInput extends Pick<RequestContext, 'maxAge' | 'now'> {
  id: number;
  job: string;
}

/** The newest first; numbers first, so that a sort carries nothing else. */
function queryWorks(
  db: Database,
  { id, job, maxAge, now }: WorksInput,
  { limit, offset }: { limit: number; offset: number },
) {
  const done = and(eq(credits.personId, id), eq(credits.job, job), ...buildAgeConditions(maxAge));
  const works = sql`(SELECT ${titles.id} AS id FROM ${credits} CROSS JOIN ${titles} ON ${titles.id} = ${credits.titleId}
    WHERE ${done} ORDER BY ${titles.year} DESC, ${titles.id} DESC LIMIT ${limit} OFFSET ${offset}) works`;
  return db
    .select(selectCard(now))
    .from(works)
    .crossJoin(titles)
    .where(sql`${titles.id} = works.id`)
    .orderBy(desc(titles.year), desc(titles.id));
}

/** Of each job. Without an age ceiling the index of credits is enough. */
function queryTotals(db: Database, done: SQL | undefined, maxAge: number | undefined) {
  const allowed = sql`EXISTS (SELECT 1 FROM ${titles} WHERE ${and(eq(titles.id, credits.titleId), ...buildAgeConditions(maxAge))})`;
  return db
    .select({ job: credits.job, total: sql<number>`count(*)`.as('total') })
    .from(credits)
    .where(and(done, maxAge === undefined ? undefined : allowed))
    .groupBy(credits.job);
}

function queryBackdrop(db: Database, id: number, maxAge: number | undefined) {
  return db
    .select({ backdrop: titles.backdrop })
    .from(sql`(SELECT DISTINCT title_id FROM credits WHERE person_id = ${id} LIMIT ${MAX_TITLES}) works`)
    .crossJoin(titles)
    .where(and(sql`${titles.id} = works.title_id`, ...buildAgeConditions(maxAge)))
    .orderBy(sql`${titles.backdrop} IS NULL`, desc(titles.views), desc(titles.id))
    .limit(1);
}

/** Joins along the person's credits, then along those of each title. */
function queryCoworkers(db: Database, id: number) {
  const near = sql`(
    SELECT theirs.person_id AS near_id, count(DISTINCT theirs.title_id) AS shared
    FROM (SELECT DISTINCT title_id FROM credits WHERE person_id = ${id} LIMIT ${MAX_TITLES}) own
    JOIN credits theirs ON theirs.title_id = own.title_id AND theirs.person_id <> ${id}
    GROUP BY theirs.person_id ORDER BY shared DESC, near_id LIMIT ${COWORKERS}
  ) near`;
  return db
    .select({ ...personColumns, shared: sql<number>`near.shared`.as('shared') })
    .from(near)
    .innerJoin(people, sql`${people.id} = near.near_id`)
    .orderBy(sql`near.shared DESC`, people.id);
}
