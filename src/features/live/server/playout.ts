import { and, eq, sql } from 'drizzle-orm';
import type { Env } from '../../../platform/config/env.ts';
import { buildLayout, type Layout } from '../playout/layout.ts';
import { listRenditionHeights } from '../playout/playlist.ts';
import { buildWeek } from '../playout/spans.ts';
import type { Media } from '../playout/media.ts';
import type { AccessKind, ReleaseState, TitleKind } from '../../../platform/kinds.ts';
import type { WeekItem } from '../../../platform/text/tehran-week.ts';
import { SharedValues } from '../../../platform/http/cache/shared-values.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { channels, programmes } from './schema.ts';
import type { Place } from '../../../platform/http/address/place.ts';
import { hasArea, isInArea, type Area } from '../../entitlement/area.ts';
import { isSoldAlone } from '../../entitlement/server/entitlement-facts.ts';
import { isReleased, selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import { channelColumns, programmeNames } from './channels.ts';
import { mediaIn } from './folders.ts';

const SLATE_FOLDER = 'slate';
/** Milliseconds that an isolate caches a channel: a change is on the air after that. */
const KNOWN_MS = 30_000;

export interface Programme extends WeekItem {
  name_fa: string;
  name_en: string;
  folder: string | null;
  /** The title that is shown, where it is not free: its replay asks for the right to it. */
  paidTitle: { id: number; kind: TitleKind; isInSubscription: boolean } | null;
  /** Of a title that plays in some places alone; null: everywhere. */
  area: Area | null;
}

interface OnAirChannel {
  id: number;
  slug: string;
  name_fa: string;
  name_en: string;
  art: string | null;
  access: 'free' | 'subscription';
  streamUrl: string | null;
  programmes: Programme[];
}

/** `layout` is null for an external stream, and without a slate. */
export interface Playout {
  channel: OnAirChannel;
  layout: Layout<Programme> | null;
  media: Media[];
  /** The layout for one place, with the slate instead of titles that do not play there. */
  layOutIn: (place: Place) => Layout<Programme> | null;
}

const shared = new SharedValues<number, Playout | null>(500);

/** While the database is away, a channel that was read before is as it was. Epoch seconds. */
export function getPlayout(env: Env, id: number, now: number): Promise<Playout | null> {
  return shared.read(id, async (last) => {
    try {
      return { value: await read(env, id, now), keepMs: KNOWN_MS };
    } catch (cause) {
      if (last === null) throw cause;
      console.error(`channel ${id}:`, cause);
      return { value: last, keepMs: KNOWN_MS };
    }
  });
}

export function forgetPlayouts(): void {
  shared.clear();
}

type ShownTitle = { id: number; kind: TitleKind; access: AccessKind; release: ReleaseState };

async function read(env: Env, id: number, now: number): Promise<Playout | null> {
  const channel = await readChannel(env, id, now);
  if (!channel) return null;
  if (channel.streamUrl !== null) return { ...NOTHING, channel };
  const folders = [...new Set(channel.programmes.flatMap(({ folder }) => folder ?? []))];
  const [slate, ...matches] = await Promise.all([SLATE_FOLDER, ...folders].map((folder) => mediaIn(env, folder)));
  if (!slate) return { ...NOTHING, channel };
  const media = new Map(folders.map((folder, at) => [folder, matches[at] ?? null]));
  const getMedia = (folder: string | null) => (folder === null ? null : (media.get(folder) ?? null));
  const week = buildWeek(channel.programmes);
  const layOut = (withheld: readonly Programme[]) =>
    buildLayout(week, (programme) => (withheld.includes(programme) ? null : getMedia(programme.folder)), slate);
  const layout = layOut([]);
  const layouts = new Map<string, Layout<Programme>>();
  const layOutIn = (place: Place) => {
    const withheld = channel.programmes.filter((programme) => isOutside(programme, place));
    if (withheld.length === 0) return layout;
    const key = withheld.map((programme) => channel.programmes.indexOf(programme)).join();
    const built = layouts.get(key) ?? layOut(withheld);
    layouts.set(key, built);
    return built;
  };
  const sources = [slate, ...media.values()].filter((source) => source !== null);
  return { channel, layout, media: playable(sources), layOutIn };
}

export function isOutside({ area }: Pick<Programme, 'area'>, place: Place): boolean {
  return area !== null && !isInArea(area, place);
}

const NOTHING = { layout: null, media: [], layOutIn: () => null };

/** The slate's own heights count only where nothing else plays. */
function playable(media: Media[]): Media[] {
  const [slate, ...others] = media;
  return others.length > 0 && listRenditionHeights(others).length > 0 ? others : slate ? [slate] : [];
}

async function readChannel(env: Env, id: number, now: number): Promise<OnAirChannel | null> {
  const db = openDatabase(env.DB);
  const [[channel], week] = await db.batch([
    db
      .select({ ...channelColumns, access: channels.access, streamUrl: channels.streamUrl })
      .from(channels)
      .where(and(eq(channels.id, id), eq(channels.state, 'released'))),
    db
      .select({
        day: programmes.day,
        start: programmes.start,
        minutes: programmes.minutes,
        name_fa: programmeNames.fa.as('name_fa'),
        name_en: programmeNames.en.as('name_en'),
        folder: sql<string | null>`CASE WHEN ${programmes.titleId} IS NULL OR ${titles.id} IS NOT NULL
          THEN coalesce(iif(${isReleased(now)}, ${titles.media}, NULL), ${programmes.media}) END`.as('folder'),
        title: { id: titles.id, kind: titles.kind, access: titles.access, release: selectRelease(now) },
        soldAlone: isSoldAlone,
        available_countries: titles.availableCountries,
        available_networks: titles.availableNetworks,
      })
      .from(programmes)
      .leftJoin(titles, eq(titles.id, programmes.titleId))
      .where(eq(programmes.channelId, id)),
  ]);
  if (!channel) return null;
  const programmesOfWeek = week.map(({ title, soldAlone, available_countries, available_networks, ...programme }) => ({
    ...programme,
    area: toArea({ available_countries, available_networks }),
    paidTitle: title && toPaidTitle(title, soldAlone),
  }));
  return { ...channel, programmes: programmesOfWeek };
}

function toArea(area: Area): Area | null {
  return hasArea(area) ? area : null;
}

/** A programme's own media may be the title, which nobody plays before its release, nor while it is hidden. */
function toPaidTitle({ id, kind, access, release }: ShownTitle, soldAlone: boolean): Programme['paidTitle'] {
  if (release !== 'released') return { id, kind, isInSubscription: false };
  return access === 'free' ? null : { id, kind, isInSubscription: access === 'subscription' && !soldAlone };
}
