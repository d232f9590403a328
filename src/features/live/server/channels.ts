import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import type { Channel, getChannels as call, LiveNow } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { daysAround, onAir, tehranMoment } from '../../../platform/text/tehran-week.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import { channels, programmes } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';

export async function getChannels({ read, now }: RequestContext): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [rows] = await read(programmeQueries(listDaysAround(now)));
  return ok({ data: channelsAt(rows, now) });
}

export const channelColumns = {
  id: channels.id,
  slug: channels.slug,
  name_fa: channels.nameFa,
  name_en: channels.nameEn,
  synopsis_fa: channels.synopsisFa,
  synopsis_en: channels.synopsisEn,
  art: channels.art,
  external: sql<boolean>`${channels.streamUrl} IS NOT NULL`.mapWith(Boolean).as('external'),
};

/** For queries that join `titles`, which has no row of a hidden title: what a member typed for it stays hidden, too. */
const isTitleHidden = sql`${programmes.titleId} IS NOT NULL AND ${titles.id} IS NULL`;
export const programmeNames = {
  fa: sql<string>`iif(${isTitleHidden}, ${fa.live_programme}, ${programmes.nameFa})`,
  en: sql<string>`iif(${isTitleHidden}, ${en.live_programme}, ${programmes.nameEn})`,
};

export const programmeColumns = {
  day: programmes.day,
  start: programmes.start,
  minutes: programmes.minutes,
  item_fa: programmeNames.fa.as('item_fa'),
  item_en: programmeNames.en.as('item_en'),
};

/** Of the film that is on, or the programme's own. */
export const selectPicture = () =>
  sql<string | null>`iif(${isTitleHidden}, NULL, coalesce(${titles.backdrop}, ${programmes.picture}))`.as('picture');

export const programmeQueries = reusable((db, days: Days) => [
  db
    .select({ ...channelColumns, ...programmeColumns, picture: selectPicture() })
    .from(channels)
    .innerJoin(programmes, and(eq(programmes.channelId, channels.id), inArray(programmes.day, Object.values(days))))
    .leftJoin(titles, eq(titles.id, programmes.titleId))
    .where(eq(channels.state, 'released'))
    .orderBy(asc(channels.id)),
]);

type Days = { yesterday: number; today: number; tomorrow: number };

export function listDaysAround(now: number): Days {
  const [yesterday = 0, today = 0, tomorrow = 0] = daysAround(tehranMoment(now).day);
  return { yesterday, today, tomorrow };
}

type ProgrammeRow = ReturnType<typeof programmeQueries>[0]['_']['result'][number];
type ChannelFacts = Pick<ProgrammeRow, keyof typeof channelColumns>;
type Programme = Pick<ProgrammeRow, keyof typeof programmeColumns> & { picture?: string | null };

export function liveAt(rows: readonly ProgrammeRow[], now: number): LiveNow[] {
  return channelsAt(rows, now).map(({ id, slug, name_fa, name_en, art, picture, now_fa, now_en, ends_at }) => {
    return { id, slug, name_fa, name_en, art, picture, now_fa, now_en, ends_at };
  });
}

export function channelAt(channel: ChannelFacts, items: readonly Programme[], now: number): Channel {
  const { id, slug, name_fa, name_en, synopsis_fa, synopsis_en, art, external } = channel;
  const air = onAir(items, now);
  return {
    ...{ id, slug, name_fa, name_en, synopsis_fa, synopsis_en, art, external },
    picture: air.now?.picture ?? null,
    now_fa: air.now?.item_fa ?? '',
    now_en: air.now?.item_en ?? '',
    starts_at: air.startsAt,
    ends_at: air.endsAt,
    next_fa: air.next?.item_fa ?? '',
    next_en: air.next?.item_en ?? '',
    next_at: air.nextAt,
  };
}

function channelsAt(rows: readonly ProgrammeRow[], now: number): Channel[] {
  const byChannel = Map.groupBy(rows, (row) => row.id);
  return [...byChannel.values()].flatMap((items) => (items[0] ? channelAt(items[0], items, now) : []));
}
