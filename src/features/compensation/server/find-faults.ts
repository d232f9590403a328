import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { Env } from '../../../platform/config/env.ts';
import { TEHRAN_OFFSET_SECONDS, tehranDate, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { retryRead } from '../../../platform/media/stored-file.ts';
import { sourcePlaylist } from '../../live/server/source.ts';
import { listOnAir, selectProgrammes } from './find-blank.ts';

/** Channels, screenings and premieres that a tick looks at. */
const MAX_WATCHED = 40;

/** A fault as it is now; of the subscription that of a film, by its number. `due`: the minute that was announced, or null. */
export interface Sight {
  kind: 'channel' | 'screening' | 'title' | 'subscription';
  subject: number;
  due: number | null;
}
const TICK_SECONDS = 2 * 60;
const DAY = 24 * 60 * 60;

const channelRows = v.array(v.object({ id: v.number(), source: v.string() }));
const showRows = v.array(v.object({ id: v.number(), due: v.number(), media: v.nullable(v.string()) }));

/** A fault that has begun is found until its end, for another day at most. */
const isObserved = (kind: 'title' | 'subscription') => sql`EXISTS (SELECT 1 FROM compensation_cases o
    WHERE o.state = 'observed' AND o.kind = ${kind} AND o.subject = t.id)`;
const isBought = sql`EXISTS (SELECT 1 FROM purchases o WHERE o.kind = 'title' AND o.item_id = t.id)
  AND NOT EXISTS (SELECT 1 FROM downloads d WHERE d.title_id = t.id)`;
/** It was shown with this day before the desk hid it until then. */
const isAnnounced = sql`t.access = 'subscription' AND t.release_date = date(p.starts_at + ${TEHRAN_OFFSET_SECONDS}, 'unixepoch')
  AND EXISTS (SELECT 1 FROM title_changes h WHERE h.id = p.hide_id AND h.before = '0')`;

/** Publications of the desk whose second is over, without those that it withdrew or made without a time of their own. */
const selectPlanned = (
  kind: 'title' | 'subscription',
  isPromised: SQL,
  now: number,
) => sql`SELECT t.id, p.starts_at AS due,
    iif(p.published_at IS NULL, NULL, t.media) AS media FROM title_publications p JOIN all_titles t ON t.id = p.title_id
  WHERE p.starts_at <= ${now} AND p.starts_at > ${now - 2 * DAY} AND (p.starts_at > ${now - DAY} OR ${isObserved(kind)})
    AND p.starts_at > p.created_at AND p.withdrawn_at IS NULL AND (p.published_at IS NULL OR t.hidden = 0)
    AND t.kind <> 'series' AND ${isPromised} ORDER BY p.starts_at, t.id LIMIT ${MAX_WATCHED}`;

/** Channels are those of the subscription: a source that is away, or a programme of our own without media. */
export async function findFaults({ db, env, now }: { db: Database; env: Env; now: number }): Promise<Sight[]> {
  const [today, yesterday] = [tehranDate(now), tehranDate(now - DAY)];
  const isPremiere = (kind: 'title' | 'subscription') => sql`(t.release_date = ${today}
      OR t.release_date = ${yesterday} AND ${isObserved(kind)}) AND t.kind <> 'series'`;
  const due = sql`iif(t.release_date = ${today}, ${tehranMidnight(today)}, ${tehranMidnight(yesterday)})`;
  const [channels, programmes, screenings, premieres, films, ...planned] = await batch(db, [
    // Those that were away at the last look, then the others in turn.
    sql`SELECT id, source FROM (SELECT id, stream_url AS source, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total
        FROM channels WHERE stream_url IS NOT NULL AND access = 'subscription' AND state = 'released') c
      ORDER BY EXISTS (SELECT 1 FROM compensation_cases o
          WHERE o.state = 'observed' AND o.kind = 'channel' AND o.subject = c.id) DESC,
        (place + total - ${Math.floor(now / TICK_SECONDS) * MAX_WATCHED} % total) % total LIMIT ${MAX_WATCHED}`,
    selectProgrammes(now, MAX_WATCHED),
    sql`SELECT s.id, s.starts_at AS due, t.media FROM screenings s LEFT JOIN titles t ON t.id = s.title_id
      WHERE s.ends_at > ${now} AND s.starts_at <= ${now} AND s.hidden = 0 ORDER BY s.ends_at, s.id LIMIT ${MAX_WATCHED}`,
    sql`SELECT t.id, ${due} AS due, t.media FROM titles t WHERE ${isPremiere('title')} AND ${isBought} ORDER BY t.id LIMIT ${MAX_WATCHED}`,
    sql`SELECT t.id, ${due} AS due, t.media FROM titles t WHERE ${isPremiere('subscription')} AND t.access = 'subscription'
      ORDER BY t.id LIMIT ${MAX_WATCHED}`,
    selectPlanned('title', isBought, now),
    selectPlanned('subscription', isAnnounced, now),
  ]);
  const sights = await Promise.all([
    ...v.parse(channelRows, channels).map(async ({ id, source }): Promise<Sight | null> => {
      return (await isAway(env, source)) ? { kind: 'channel', subject: id, due: null } : null;
    }),
    ...listOnAir(programmes, now).map((show) => seeShow(env, 'channel', show)),
    ...v.parse(showRows, screenings).map((show) => seeShow(env, 'screening', show)),
    ...planned.flatMap((list, at) =>
      v.parse(showRows, list).map((show) => seeShow(env, at === 0 ? 'title' : 'subscription', show)),
    ),
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
  kind: Sight['kind'],
  { id, due, media }: { id: number; due: number | null; media: string | null },
): Promise<Sight | null> {
  const isShown = media !== null && (await retryRead(() => env.MEDIA.head(`video/${media}/master.m3u8`))) !== null;
  return isShown ? null : { kind, subject: id, due };
}
