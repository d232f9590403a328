import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { SWEEP_ROWS } from '../../../platform/db/sweep-rows.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { getMaxBytes, getOriginalKey, PART_BYTES, takesUpload, UPLOAD_KINDS } from '../upload-rules.ts';
import { addJob } from './add-job.ts';
import { JOIN_SECONDS, renewLease, STORE_SECONDS } from './part-lease.ts';
import type { UploadMetadata } from './read-metadata.ts';

/** After its last part. R2 itself gives up parts after seven days. */
const UPLOAD_SECONDS = 2 * 24 * 60 * 60;
const MAX_OPEN = 20;
/** The first part of a live upload is there by then. */
const FIRST_PART_SECONDS = 15 * 60;
/** A sweep ends an upload by one request to the bucket. */
const SWEEP_UPLOADS = 20;

type Context = Pick<RequestContext, 'db' | 'now' | 'env'>;

const upload = v.object({
  ...{ id: v.string(), operator: v.string(), title_id: v.number(), kind: v.picklist(UPLOAD_KINDS) },
  ...{ name: v.string(), bytes: v.number(), received: v.number(), multipart: v.string() },
  ...{ state: v.picklist(['open', 'whole']), expires_at: v.number() },
});
export type Upload = v.InferOutput<typeof upload>;

/** A new upload, whose parts come by `storePart`. */
export async function createUpload(
  { db, now, env }: Context,
  operator: string,
  { bytes, title, kind, language, text_kind: textKind = 'full', filename }: UploadMetadata & { bytes: number },
): Promise<Outcome<Upload, ErrorCode>> {
  if (bytes > getMaxBytes(kind)) return fail('upload_too_large');
  const [target] = v.parse(
    v.array(v.object({ kind: v.string(), open: v.number() })),
    await db.all(sql`SELECT kind, (SELECT count(*) FROM uploads WHERE operator = ${operator} AND state = 'open') AS open
      FROM all_titles WHERE id = ${title}`),
  );
  if (!target) return fail('title_not_found');
  if (!takesUpload(target.kind, kind)) return fail('upload_title');
  if (target.open >= MAX_OPEN && !(await endUnknown({ db, now }, operator))) return fail('upload_many');
  const id = crypto.randomUUID();
  const parts = await env.MEDIA.createMultipartUpload(getOriginalKey(id));
  const row = {
    ...{ id, operator, title_id: title, kind, name: filename, bytes, received: 0, multipart: parts.uploadId },
    ...{ state: 'open' as const, expires_at: now + UPLOAD_SECONDS },
  };
  await db.run(sql`INSERT INTO uploads (id, operator, title_id, kind, language, text_kind, name, bytes, multipart, created_at, expires_at)
    VALUES (${id}, ${operator}, ${title}, ${kind}, ${language ?? null}, ${textKind}, ${filename}, ${bytes}, ${row.multipart}, ${now},
      ${row.expires_at})`);
  return ok(row);
}

/** Ends the oldest upload without a part, if any: the answer of its creation was lost, so that no client knows it. */
async function endUnknown({ db, now }: Pick<Context, 'db' | 'now'>, operator: string): Promise<boolean> {
  const rows = await db.all(sql`UPDATE uploads SET state = 'ended' WHERE id = (SELECT id FROM uploads
    WHERE operator = ${operator} AND state = 'open' AND received = 0 AND lease IS NULL
      AND created_at <= ${now - FIRST_PART_SECONDS} ORDER BY created_at LIMIT 1) RETURNING 1`);
  return rows.length > 0;
}

/** An operator's own upload that has not ended. */
export async function findUpload({ db, now }: Context, operator: string, id: string): Promise<Upload | null> {
  const [row] = v.parse(
    v.array(upload),
    await db.all(sql`SELECT * FROM uploads WHERE id = ${id} AND operator = ${operator}
      AND (state = 'whole' OR state = 'open' AND expires_at > ${now})`),
  );
  return row ?? null;
}

export const getPartBytes = ({ bytes, received }: Upload): number => Math.min(PART_BYTES, bytes - received);

/** Stores the part whose lease the request has. A failure leaves the offset where it was, and the lease to the caller. */
export async function storePart(
  context: Context,
  row: Upload,
  { part, lease }: { part: Uint8Array; lease: string },
): Promise<Outcome<Upload, ErrorCode>> {
  const { db, now } = context;
  const received = row.received + part.byteLength;
  const isLast = received === row.bytes;
  const refusal = await renewLease(db, row, { lease, until: now + (isLast ? JOIN_SECONDS : STORE_SECONDS) });
  if (refusal !== null) return fail(refusal);
  const number = Math.floor(row.received / PART_BYTES) + 1;
  try {
    const etag = await putPart(context, row, { number, part, isLast });
    const expires_at = now + UPLOAD_SECONDS;
    const isOurs = sql`id = ${row.id} AND state = 'open' AND lease = ${lease} AND received = ${row.received}`;
    const [, rows] = await batch(db, [
      sql`INSERT OR REPLACE INTO upload_parts (upload_id, number, etag) SELECT id, ${number}, ${etag} FROM uploads WHERE ${isOurs}`,
      sql`UPDATE uploads SET received = ${received}, state = ${isLast ? 'whole' : 'open'}, lease = NULL, lease_until = 0,
        expires_at = ${expires_at} WHERE ${isOurs} RETURNING 1`,
      ...(isLast && row.kind !== 'subtitle' ? [addJob(row, now)] : []),
    ]);
    if (rows?.length !== 1) return fail('upload_offset');
    return ok({ ...row, received, expires_at, state: isLast ? 'whole' : 'open' });
  } catch (error) {
    console.error(`upload ${row.id}: ${describeError(error)}`);
    return fail(isDiskFull(error) ? 'upload_disk_full' : 'upload_storage');
  }
}

/** The part's tag. With the last one the file is made whole, also where an earlier request has died after that. */
async function putPart(
  { db, env }: Context,
  { id, multipart, bytes }: Upload,
  { number, part, isLast }: { number: number; part: Uint8Array; isLast: boolean },
): Promise<string> {
  const key = getOriginalKey(id);
  if (isLast && (await env.MEDIA.head(key))?.size === bytes) return '';
  const parts = env.MEDIA.resumeMultipartUpload(key, multipart);
  const { etag } = await parts.uploadPart(number, part);
  if (!isLast) return etag;
  const before = v.parse(
    v.array(v.object({ partNumber: v.number(), etag: v.string() })),
    await db.all(sql`SELECT number AS partNumber, etag FROM upload_parts WHERE upload_id = ${id} ORDER BY number`),
  );
  await parts.complete([...before.filter(({ partNumber }) => partNumber < number), { partNumber: number, etag }]);
  return etag;
}

/** No room, none left of a quota, or a file larger than a process may write. */
const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function isDiskFull(error: unknown): boolean {
  return FULL_CODES.includes((error as { code?: unknown }).code);
}

/** Ends an upload and removes its parts. `upload_whole`: its file is there. */
export async function endUpload(context: Context, row: Upload): Promise<Outcome<null, ErrorCode>> {
  const rows = await context.db.all(sql`UPDATE uploads SET state = 'ended' WHERE id = ${row.id} AND state = 'open'
    AND (lease IS NULL OR lease_until <= ${context.now}) RETURNING 1`);
  if (rows.length === 0) return fail(row.state === 'whole' ? 'upload_whole' : 'upload_locked');
  await removeParts(context, row);
  return ok(null);
}

async function removeParts({ db, env }: Context, { id, multipart }: Pick<Upload, 'id' | 'multipart'>): Promise<void> {
  const key = getOriginalKey(id);
  await env.MEDIA.resumeMultipartUpload(key, multipart).abort();
  await env.MEDIA.delete(key);
  await batch(db, [
    sql`DELETE FROM upload_parts WHERE upload_id = ${id}`,
    sql`DELETE FROM uploads WHERE id = ${id} AND state = 'ended'`,
  ]);
}

/** Removes the parts of uploads that nobody continued, some at each tick. */
export async function sweepUploads(context: Context): Promise<void> {
  const { db, now } = context;
  await db.run(sql`UPDATE uploads SET state = 'ended' WHERE id IN (SELECT id FROM uploads
    WHERE state <> 'whole' AND expires_at <= ${now} AND lease_until <= ${now} LIMIT ${SWEEP_ROWS})`);
  const rows = v.parse(
    v.array(v.object({ id: v.string(), multipart: v.string() })),
    await db.all(
      sql`SELECT id, multipart FROM uploads WHERE state <> 'whole' AND state = 'ended' LIMIT ${SWEEP_UPLOADS}`,
    ),
  );
  for (const row of rows) {
    await removeParts(context, row).catch((error: unknown) => {
      console.error(`upload ${row.id}: ${describeError(error)}`);
    });
  }
}
