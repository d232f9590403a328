import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { Env } from '../../../platform/config/env.ts';
import { tehranDate, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { retryRead } from '../../../platform/media/stored-file.ts';
import { sourcePlaylist } from '../../live/server/source.ts';

/** Channels, screenings and premieres that a tick looks at. */
const MAX_WATCHED = 40;

/** A fault as it is now; of the subscription that of a film, by its number. `due`: the minute that was announced, or null. */
export interface Sight {
  kind: 'channel' | 'screening' | 'title' | 'subscription';
  subject: number;
  due: number | null;
}
const TICK_SECONDS = 2 * 60;

const channelRows = v.array(v.object({ id: v.number(), source: v.string() }));
const showRows = v.array(v.object({ id: v.number(), due: v.number(), media: v.nullable(v.string()) }));

/** Channels are those of the subscription with a source of their own; the site's own media cannot be away alone. */
export async function findFaults({ db, env, now }: { db: Database; env: Env; now: number }): Promise<Sight[]> {
  const today = tehranDate(now);
  const [channels, screenings, premieres, films] = await batch(db, [
    // Those that were away at the last look, then the others in turn.
    sql`SELECT id, source FROM (SELECT id, stream_url AS source, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total
        FROM channels WHERE stream_url IS NOT NULL AND access = 'subscription') c
      ORDER BY EXISTS (SELECT 1 FROM compensation_cases o
          WHERE o.state = 'observed' AND o.kind = 'channel' AND o.subject = c.id) DESC,
        (place + total - ${Math.floor(now / TICK_SECONDS) * MAX_WATCHED} % total) % total LIMIT ${MAX_WATCHED}`,
    sql`SELECT s.id, s.starts_at AS due, t.media FROM screenings s LEFT JOIN titles t ON t.id = s.title_id
      WHERE s.ends_at > ${now} AND s.starts_at <= ${now} AND s.hidden = 0 ORDER BY s.ends_at, s.id LIMIT ${MAX_WATCHED}`,
    sql`SELECT t.id, ${tehranMidnight(today)} AS due, t.media FROM titles t WHERE t.release_date = ${today}
      AND t.kind <> 'series' AND EXISTS (SELECT 1 FROM purchases o WHERE o.kind = 'title' AND o.item_id = t.id)
      AND NOT EXISTS (SELECT 1 FROM downloads d WHERE d.title_id = t.id) ORDER BY t.id LIMIT ${MAX_WATCHED}`,
    sql`SELECT t.id, ${tehranMidnight(today)} AS due, t.media FROM titles t WHERE t.release_date = ${today}
      AND t.kind <> 'series' AND t.access = 'subscription' ORDER BY t.id LIMIT ${MAX_WATCHED}`,
  ]);
  const sights = await Promise.all([
    ...v.parse(channelRows, channels).map(async ({ id, source }): Promise<Sight | null> => {
      return (await isAway(env, source)) ? { kind: 'channel', subject: id, due: null } : null;
    }),
    ...v.parse(showRows, screenings).map((show) => seeShow(env, 'screening', show)),
    ...v.parse(showRows, premieres).map((show) => seeShow(env, 'title', show)),
    ...v.parse(showRows, films).map((show) => seeShow(env, 'subscription', show)),
  ]);
  return sights.filter((sight) => sight !== null);
}

/** Its first playlist of media: a source that is one itself has no such name, and has answered. */
async function isAway(env: Env, source: string): Promise<boolean> {
  const answer = await sourcePlaylist(env, source, 'x0', { isRewound: false, isDelta: false });
  return !answer.ok && answer.code !== 'not_found';
}

async function seeShow(
  env: Env,
  kind: Exclude<Sight['kind'], 'channel'>,
  { id, due, media }: v.InferOutput<typeof showRows>[number],
): Promise<Sight | null> {
  const isShown = media !== null && (await retryRead(() => env.MEDIA.head(`video/${media}/master.m3u8`))) !== null;
  return isShown ? null : { kind, subject: id, due };
}
