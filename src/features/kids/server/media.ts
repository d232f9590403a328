import { and, eq, lte, or } from 'drizzle-orm';
import type { Env } from '../../../platform/config/env.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';
import { KIDS_MAX_AGE } from '../../../platform/http/session/kids.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { titles } from '../../titles/server/schema.ts';
import { selectTrailer } from '../../titles/server/trailer-folder.ts';

const MEMORY_MS = 60_000; // Milliseconds. A film is hundreds of segments of one folder.
// Folder names are user input; the cache is bounded.
const cache = new LruCache<boolean>({ max: 500 });

/** True if the folder is the video or the trailer of a title for children; cached for a minute. */
export async function isForKids(env: Env, folder: string): Promise<boolean> {
  const match = cache.get(folder);
  if (match !== null) return match;
  const [title] = await openDatabase(env.DB)
    .select({ id: titles.id })
    .from(titles)
    .where(
      and(
        or(eq(titles.media, folder), and(eq(titles.trailer, folder), eq(selectTrailer(), folder))),
        lte(titles.age, KIDS_MAX_AGE),
      ),
    )
    .limit(1);
  cache.put(folder, title !== undefined, MEMORY_MS);
  return title !== undefined;
}
