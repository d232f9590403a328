import { and, eq, lte } from 'drizzle-orm';
import type { Env } from '../../../config/env.ts';
import { KIDS_MAX_AGE } from '../../../config/kids.ts';
import { openDatabase } from '../../db/client.ts';
import { titles } from '../../db/schema.ts';

/** How long an isolate remembers what it found, in milliseconds: a film is hundreds of parts of one folder. */
const MEMORY_MS = 60_000;
const known = new Map<string, { allowed: boolean; until: number }>();

/** Whether a folder of media belongs to a title rated for children; asked of D1 once a minute per folder. */
export async function isForKids(env: Env, folder: string): Promise<boolean> {
  const now = Date.now();
  const found = known.get(folder);
  if (found && found.until > now) return found.allowed;
  const [title] = await openDatabase(env.DB)
    .select({ id: titles.id })
    .from(titles)
    .where(and(eq(titles.media, folder), lte(titles.age, KIDS_MAX_AGE)))
    .limit(1);
  // Folders can be asked for without end; what is remembered is not.
  if (known.size > 500) known.clear();
  known.set(folder, { allowed: title !== undefined, until: now + MEMORY_MS });
  return title !== undefined;
}
