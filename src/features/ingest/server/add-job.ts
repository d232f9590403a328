import { sql, type SQL } from 'drizzle-orm';

/** A job for an upload that is whole. One is open for it: a second one is not made. */
export function addJob({ id, operator }: { id: string; operator: string }, now: number): SQL {
  return sql`INSERT INTO ingest_jobs (upload_id, title_id, kind, name, bytes, operator, created_at, updated_at)
    SELECT id, title_id, kind, name, bytes, ${operator}, ${now}, ${now} FROM uploads
    WHERE id = ${id} AND state = 'whole' AND kind <> 'subtitle' ON CONFLICT DO NOTHING RETURNING id`;
}
