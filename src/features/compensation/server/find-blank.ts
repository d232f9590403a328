import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { onAir } from '../../../platform/text/tehran-week.ts';
import { isReleased } from '../../titles/server/release.ts';

const programme = v.object({
  ...{ channel: v.number(), day: v.number(), start: v.number(), minutes: v.number() },
  folder: v.nullable(v.string()),
});
const programmes = v.array(programme);

/** Weeks of the site's own channels of the subscription, with the folder that each programme plays, as the playout reads them. */
export const selectProgrammes = (
  now: number,
  max: number,
) => sql`SELECT p.channel_id AS channel, p.day, p.start, p.minutes,
    CASE WHEN p.title_id IS NULL OR t.id IS NOT NULL THEN coalesce(iif(${isReleased(now, 't')}, t.media, NULL), p.media) END AS folder
  FROM (SELECT id FROM channels WHERE stream_url IS NULL AND access = 'subscription' AND state = 'released'
      ORDER BY id LIMIT ${max}) c
    JOIN programmes p ON p.channel_id = c.id LEFT JOIN titles t ON t.id = p.title_id`;

/** The programme of each channel that is on the air; none in a gap. `due`: its first second. */
export function listOnAir(rows: unknown, now: number): { id: number; due: number | null; media: string | null }[] {
  const weeks = Map.groupBy(v.parse(programmes, rows), ({ channel }) => channel);
  return [...weeks].flatMap(([id, week]) => {
    const { now: item, startsAt: due } = onAir(week, now);
    return item === null ? [] : [{ id, due, media: item.folder }];
  });
}
