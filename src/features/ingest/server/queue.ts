import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { MAX_CLOCK_DIFFERENCE_SECONDS } from '../../../platform/http/clock.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import type { FileReport, IngestWork, JobFailure } from '../contract.ts';
import { JOB_KINDS } from '../contract.ts';
import { getOriginalKey, TEXT_KINDS } from '../upload-rules.ts';

/** The queue as a worker sees it: over HTTP by the calls, or beside a data folder by these functions themselves. */

/** Above the difference of two hosts' clocks. A worker reports every 20 seconds. */
const LEASE_SECONDS = 2 * MAX_CLOCK_DIFFERENCE_SECONDS;
/** Workers that a job may lose without a step forward. */
const MAX_TRIES = 5;

interface Context {
  db: Database;
  now: number;
}

const row = v.object({
  ...{ id: v.number(), lease: v.string(), title_id: v.number(), title_kind: v.nullable(v.picklist(TITLE_KINDS)) },
  ...{ kind: v.picklist(JOB_KINDS), upload_id: v.string(), name: v.string(), bytes: v.number() },
  operator: v.string(),
  subtitles: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(
      v.object({
        ...{
          id: v.string(),
          language: v.string(),
          text_kind: v.picklist(TEXT_KINDS),
          name: v.string(),
          bytes: v.number(),
        },
      }),
    ),
  ),
});

const isLost = (now: number) => sql`state IN ('leased', 'working') AND lease_until <= ${now} AND tries >= ${MAX_TRIES}`;

const isDue = (now: number) => sql`j.state IN ('waiting', 'leased', 'working') AND j.lease_until <= ${now}
  AND NOT EXISTS (SELECT 1 FROM ingest_jobs o WHERE o.title_id = j.title_id AND o.id <> j.id
    AND o.state IN ('leased', 'working') AND o.lease_until > ${now})`;

/** True where `takeJob` would take a job, or end one that was lost. */
export async function hasDueJob({ db, now }: Context): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM ingest_jobs j WHERE j.state IN ('waiting', 'leased', 'working')
    AND ((${isLost(now)}) OR (${isDue(now)})) LIMIT 1`);
  return rows.length > 0;
}

/** The next job, by one statement: two workers never get one. A title is worked on by one worker at a time. */
export async function takeJob({ db, now }: Context, worker: string): Promise<IngestWork | null> {
  const lease = crypto.randomUUID();
  const [, jobs] = await batch(db, [
    sql`UPDATE ingest_jobs SET state = 'failed', code = 'worker_lost', lease = NULL, updated_at = ${now}
      WHERE ${isLost(now)}`,
    sql`UPDATE ingest_jobs SET state = 'leased', worker = ${worker}, lease = ${lease}, lease_until = ${now + LEASE_SECONDS},
        tries = tries + 1, updated_at = ${now}
      WHERE id = (SELECT j.id FROM ingest_jobs j WHERE ${isDue(now)} ORDER BY j.priority DESC, j.id LIMIT 1)
      RETURNING id, lease, title_id, (SELECT kind FROM all_titles t WHERE t.id = ingest_jobs.title_id) AS title_kind,
        kind, upload_id, name, bytes, operator, (SELECT json_group_array(json_object('id', s.id, 'language', s.language,
          'text_kind', s.text_kind, 'name', s.name,
          'bytes', s.bytes)) FROM uploads s WHERE s.title_id = ingest_jobs.title_id AND s.kind = 'subtitle'
            AND s.state = 'whole' AND s.withdrawn = 0 AND ingest_jobs.kind = 'film' AND NOT EXISTS (SELECT 1 FROM uploads n
              WHERE n.title_id = s.title_id AND n.kind = 'subtitle' AND n.state = 'whole' AND n.withdrawn = 0 AND n.language = s.language
                AND n.text_kind = s.text_kind
                AND (n.created_at, n.id) > (s.created_at, s.id))) AS subtitles`,
  ]);
  const [job] = v.parse(v.array(row), jobs);
  if (!job) return null;
  if (job.title_kind === null) {
    await failJob({ db, now }, job, { code: 'title_missing', detail: '' });
    return null;
  }
  const { id, kind, name, bytes, title_kind, title_id, subtitles, operator } = job;
  return {
    ...{ id, lease: job.lease, kind, operator, title: { kind: title_kind, id: title_id } },
    original: { key: getOriginalKey(job.upload_id), name, bytes },
    subtitles: subtitles.map(({ id: upload, ...file }) => ({ ...file, key: getOriginalKey(upload) })),
  };
}

export interface LeasedJob {
  id: number;
  lease: string;
}

const isLeased = ({ id, lease }: LeasedJob) => sql`id = ${id} AND lease = ${lease} AND state IN ('leased', 'working')`;

/** The end of the renewed lease; null where the job is not this worker's any more. */
export async function reportJob(
  { db, now }: Context,
  job: LeasedJob,
  { progress, step, report }: { progress: number; step: string; report?: FileReport | undefined },
): Promise<number | null> {
  const until = now + LEASE_SECONDS;
  const rows = await db.all(sql`UPDATE ingest_jobs SET state = 'working', lease_until = ${until}, updated_at = ${now},
      tries = CASE WHEN ${progress} > progress THEN 1 ELSE tries END, progress = max(progress, ${progress}), step = ${step},
      report = coalesce(${report === undefined ? null : JSON.stringify(report)}, report)
    WHERE ${isLeased(job)} RETURNING 1`);
  return rows.length > 0 ? until : null;
}

export async function finishJob({ db, now }: Context, job: LeasedJob): Promise<boolean> {
  const rows = await db.all(sql`UPDATE ingest_jobs SET state = 'done', progress = 1000, step = '', lease = NULL,
      updated_at = ${now} WHERE ${isLeased(job)} RETURNING 1`);
  return rows.length > 0;
}

export async function failJob(
  { db, now }: Context,
  job: LeasedJob,
  { code, detail }: { code: JobFailure; detail: string },
): Promise<boolean> {
  const rows =
    await db.all(sql`UPDATE ingest_jobs SET state = 'failed', code = ${code}, detail = ${detail}, lease = NULL,
      updated_at = ${now} WHERE ${isLeased(job)} RETURNING 1`);
  return rows.length > 0;
}
