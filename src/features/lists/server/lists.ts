import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { getLists as listsCall, listInfo } from '../contract.ts';
import type { getDiscover as discoverCall } from '../../home/contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { Card } from '../../titles/contract/shapes.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { LIST_LAYOUTS, type ListLayout } from '../../../platform/kinds.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { lists, listTitles, titles } from '../../titles/server/schema.ts';
import { isInWindow } from '../../../platform/db/in-window.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard } from '../../titles/server/card-columns.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';

const RAIL_LENGTH = 12;
const LOOKED_TIMES = 20; // Factor of titles to read for a viewer with an age ceiling

/** Names that no column of a card has. */
const listColumns = {
  list_key: sql<string>`${lists.key}`.as('list_key'),
  list_fa: sql<string>`${lists.nameFa}`.as('list_fa'),
  list_en: sql<string>`${lists.nameEn}`.as('list_en'),
  layout: lists.layout,
  period: lists.period,
  line_fa: lists.lineFa,
  line_en: lists.lineEn,
  backdrop: sql<string | null>`CASE WHEN ${lists.layout} IN ('wide', 'collection') THEN ${titles.backdrop} END`.as(
    'backdrop',
  ),
};

type Rail = v.InferOutput<typeof listInfo> & { items: Card[] };

/** The home feed (spec 7.22): each non-empty list of home with its first twelve titles. */
export async function getDiscover(context: RequestContext): Promise<Outcome<Output<typeof discoverCall>, ErrorCode>> {
  return ok({ data: { data: await rails(context, { isHome: 1 }) } });
}

export async function getLists(context: RequestContext): Promise<Outcome<Output<typeof listsCall>, ErrorCode>> {
  return ok({ data: await rails(context, { isHome: 0 }) });
}

type RailValues = {
  looked: number;
  maxAge: number | undefined;
  now: number;
  /** 1: only the lists of home. */
  isHome: number;
};

const railQueries = reusable((db, { looked, maxAge, now, isHome }: RailValues) => [
  db
    .select({ ...listColumns, ...selectCard(now) })
    .from(lists)
    .innerJoin(listTitles, and(eq(listTitles.list, lists.key), lte(listTitles.position, looked)))
    .innerJoin(titles, and(eq(titles.id, listTitles.titleId), ...buildAgeConditions(maxAge)))
    .where(and(gte(lists.isHome, isHome), isInWindow(lists, now)))
    .orderBy(asc(lists.position), asc(listTitles.position)),
]);

async function rails({ read, maxAge, now }: RequestContext, { isHome }: Pick<RailValues, 'isHome'>): Promise<Rail[]> {
  // An age ceiling removes many titles.
  const looked = maxAge === undefined ? RAIL_LENGTH : RAIL_LENGTH * LOOKED_TIMES;
  const [rows] = await read(railQueries({ looked, maxAge, now, isHome }));
  const byKey = new Map<string, Rail>();
  for (const { list_key: key, list_fa, list_en, layout, line_fa, line_en, period, backdrop, ...card } of rows) {
    const rail = byKey.get(key) ?? {
      ...{ key, name_fa: list_fa, name_en: list_en, layout: toLayout(layout), line_fa, line_en, period },
      items: [],
    };
    if (rail.items.length < RAIL_LENGTH) rail.items.push(backdrop === null ? card : { ...card, backdrop });
    byKey.set(key, rail);
  }
  return [...byKey.values()];
}

function toLayout(text: string): ListLayout {
  return LIST_LAYOUTS.find((layout) => layout === text) ?? 'posters';
}
