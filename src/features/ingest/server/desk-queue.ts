import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../contract.ts';
import { fileReport, listIngests as listCall, type IngestJob } from '../contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { addJob } from './add-job.ts';

const PER_PAGE = 50;

const rows = v.array(
  v.object({
    ...listCall.output.entries.data.item.entries,
    is_late: v.pipe(
      v.number(),
      v.transform((value) => value === 1),
    ),
    report: v.nullable(v.pipe(v.string(), v.parseJson(), fileReport)),
  }),
);

const titleIds = v.array(v.object({ title_id: v.number() }));
const isOpen = sql`state IN ('waiting', 'leased', 'working')`;

const nameTitles = (list: unknown) => v.parse(titleIds, list).map(({ title_id: id }) => `title:${String(id)}`);

async function selectJobs(db: Database, now: number, conditions: readonly SQL[]): Promise<IngestJob[]> {
  return v.parse(
    rows,
    await db.all(sql`SELECT j.id, j.title_id, t.kind AS title_kind, t.name_fa, t.name_en, j.kind, j.name AS file, j.bytes,
        j.state, j.state IN ('leased', 'working') AND j.lease_until <= ${now} AS is_late, j.priority, j.tries, j.worker,
        j.progress, j.step, j.code, j.detail, j.report, j.operator, j.created_at, j.updated_at
      FROM ingest_jobs j LEFT JOIN all_titles t ON t.id = j.title_id
      WHERE ${sql.join([...conditions], sql` AND `)} ORDER BY j.id DESC LIMIT ${PER_PAGE}`),
  );
}

async function answerJob(
  { db, now }: { db: Database; now: number },
  id: number,
): Promise<Outcome<{ data: IngestJob }, ErrorCode>> {
  const [data] = await selectJobs(db, now, [sql`j.id = ${id}`]);
  return data ? ok({ data }) : fail('ingest_unknown');
}

/** The job, or why it is not changed: unknown, or in a state where the act makes no sense. */
async function refuse(context: { db: Database; now: number }, id: number) {
  const job = await answerJob(context, id);
  return job.ok ? fail('ingest_state') : job;
}

export const listIngests: OperatorService<typeof calls.listIngests> = async ({ db, now }, { state, title, before }) => {
  const data = await selectJobs(db, now, [
    sql`j.id < ${before ?? Number.MAX_SAFE_INTEGER}`,
    ...(state === undefined ? [] : [sql`j.state = ${state}`]),
    ...(title === undefined ? [] : [sql`j.title_id = ${title}`]),
  ]);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

export const cancelIngest: OperatorService<typeof calls.cancelIngest> = async (context, { id, reason }, _, record) => {
  const { db, now } = context;
  const changes = await db.all(sql`UPDATE ingest_jobs SET state = 'cancelled', lease = NULL, updated_at = ${now}
    WHERE id = ${id} AND ${isOpen} RETURNING title_id`);
  if (changes.length === 0) return refuse(context, id);
  record({ subjects: nameTitles(changes), after: { state: 'cancelled', reason } });
  return answerJob(context, id);
};

export const retryIngest: OperatorService<typeof calls.retryIngest> = async (context, { id }, operator, record) => {
  const { db, now } = context;
  const [job] = v.parse(
    v.array(v.object({ upload_id: v.string(), title_id: v.number() })),
    await db.all(sql`SELECT upload_id, title_id FROM ingest_jobs WHERE id = ${id} AND NOT ${isOpen}`),
  );
  const [newJob] = job
    ? v.parse(v.array(v.object({ id: v.number() })), await db.all(addJob({ id: job.upload_id, operator }, now)))
    : [];
  if (!job || !newJob) return refuse(context, id);
  record({ subjects: nameTitles([job]), after: { job: newJob.id } });
  return answerJob(context, newJob.id);
};

export const setIngestPriority: OperatorService<typeof calls.setIngestPriority> = async (
  context,
  { id, priority },
  _,
  record,
) => {
  const changes = await context.db.all(sql`UPDATE ingest_jobs SET priority = ${priority}
    WHERE id = ${id} AND state = 'waiting' RETURNING title_id`);
  if (changes.length === 0) return refuse(context, id);
  record({ subjects: nameTitles(changes), after: { priority } });
  return answerJob(context, id);
};
