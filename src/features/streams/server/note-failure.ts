import { sql } from 'drizzle-orm';
import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { parseStreamId } from '../stream-id.ts';

/** Seconds in which a stream's failures count once, since a player asks for several files at a time. */
const MIN_APART_SECONDS = 2;
const counted = new LruCache<true>({ max: 5000 });

/**
 * Passes on the answer to a request for a film's media. A failure of this site, an error or a film whose first playlist
 * (`isNeeded`) is missing, is counted for the stream. A browser's report of a failure is not: anybody could send one.
 */
export async function noteFailure(
  env: Env,
  stream: string | null,
  isNeeded: boolean,
  answer: Promise<Response | null>,
): Promise<Response | null> {
  try {
    const response = await answer;
    const isFailure = response === null ? isNeeded : response.status >= 500;
    if (isFailure) await storeFailure(env, stream);
    return response;
  } catch (error) {
    await storeFailure(env, stream);
    throw error;
  }
}

async function storeFailure(env: Env, stream: string | null): Promise<void> {
  const user = stream === null ? undefined : parseStreamId(stream)?.user;
  if (stream === null || user === undefined) return;
  const now = Math.floor(Date.now() / 1000);
  if (counted.get(stream)) return;
  counted.put(stream, true, MIN_APART_SECONDS * 1000);
  try {
    await openDatabase(env.DB).run(sql`INSERT INTO stream_failures (stream, user_id, answers, first_at, last_at)
      SELECT id, user_id, 1, ${now}, ${now} FROM streams WHERE id = ${stream} AND stopped = 0
      ON CONFLICT (stream) DO UPDATE SET answers = answers + 1, last_at = excluded.last_at
        WHERE excluded.last_at >= last_at + ${MIN_APART_SECONDS}`);
  } catch (error) {
    console.error(`a stream's failure could not be stored: ${describeError(error)}`);
  }
}
