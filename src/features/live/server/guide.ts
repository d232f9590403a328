import { and, asc, eq, sql } from 'drizzle-orm';
import { CATCH_UP_SECONDS, GUIDE_DAYS } from '../../../platform/config/constants.ts';
import type { getGuide as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { dayBefore, daysFrom, itemsOn, tehranDate } from '../../../platform/text/tehran-week.ts';
import { channels, programmes } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { titles } from '../../titles/server/schema.ts';
import { isReleased } from '../../titles/server/release.ts';
import { channelAt, channelColumns, programmeColumns, selectPicture } from './channels.ts';

const selectPlayable = (now: number) =>
  sql<boolean>`(${programmes.titleId} IS NULL AND ${programmes.media} IS NOT NULL) OR EXISTS (
  SELECT 1 FROM titles t WHERE t.id = ${programmes.titleId}
    AND (${programmes.media} IS NOT NULL OR t.media IS NOT NULL AND ${isReleased(now, 't')}))`
    .mapWith(Boolean)
    .as('playable');

/** `not_found`: no such channel, or a day before yesterday or after the next six. */
export async function getGuide(
  { db, now }: RequestContext,
  { slug, day }: { slug: string; day?: string | undefined },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const today = tehranDate(now);
  const date = day ?? today;
  if (date !== dayBefore(today) && !daysFrom(today, GUIDE_DAYS).includes(date)) return fail('not_found');
  const [[channel], week] = await db.batch([
    db
      .select(channelColumns)
      .from(channels)
      .where(and(eq(channels.slug, slug), eq(channels.state, 'released'))),
    db
      .select({
        ...programmeColumns,
        playable: selectPlayable(now),
        picture: selectPicture(),
      })
      .from(programmes)
      .leftJoin(titles, eq(titles.id, programmes.titleId))
      .where(sql`${programmes.channelId} = (SELECT c.id FROM channels c WHERE c.slug = ${slug})`)
      .orderBy(asc(programmes.day), asc(programmes.start)),
  ]);
  if (!channel) return fail('not_found');
  const items = itemsOn(week, date).map(({ item, startsAt, endsAt }) => ({
    starts_at: startsAt,
    ends_at: endsAt,
    name_fa: item.item_fa,
    name_en: item.item_en,
    again: item.playable && !channel.external && startsAt <= now && endsAt > now - CATCH_UP_SECONDS,
  }));
  return ok({ data: { channel: channelAt(channel, week, now), today, day: date, items } });
}
