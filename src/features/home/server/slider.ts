import { and, asc, eq, sql } from 'drizzle-orm';
import { slideColumns, type getSlider as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { sliders } from './schema.ts';
import { getVariant } from '../../../platform/config/variants.ts';
import { getGuestEntitlement } from '../../entitlement/server/guest-entitlement.ts';
import { screenings, titlePrices } from '../../entitlement/server/schema.ts';
import { matchNextScreening } from '../../entitlement/server/screening-of-title.ts';
import { matchPrice, selectOffer } from '../../titles/server/offer-columns.ts';
import { titles } from '../../titles/server/schema.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isInWindow } from '../../../platform/db/in-window.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard, selectColumns } from '../../titles/server/card-columns.ts';
import { liveAt, listDaysAround, programmeQueries } from '../../live/server/channels.ts';
import { buildFilterConditions, buildAgeConditions, type TitleFilter } from '../../titles/server/filters.ts';

type Viewed = { maxAge: number | undefined; now: number };

/** A slide's own line, else its title's synopsis. */
const ownLines = {
  synopsis_fa: sql<string>`coalesce(${sliders.lineFa}, ${titles.synopsisFa})`.as('synopsis_fa'),
  synopsis_en: sql<string>`coalesce(${sliders.lineEn}, ${titles.synopsisEn})`.as('synopsis_en'),
};

const slideQueries = reusable((db, values: Viewed) => [querySlides(db, values)] as const);

function querySlides(db: Database, { maxAge, now }: Viewed, filter?: TitleFilter) {
  return db
    .select({ ...selectCard(now), ...selectColumns(slideColumns), ...ownLines, ...selectOffer(now) })
    .from(sliders)
    .innerJoin(titles, eq(titles.id, sliders.titleId))
    .leftJoin(titlePrices, matchPrice)
    .leftJoin(screenings, matchNextScreening(now))
    .where(
      and(isInWindow(sliders, now), ...buildAgeConditions(maxAge), ...(filter ? buildFilterConditions(filter) : [])),
    )
    .orderBy(asc(sliders.position));
}

/** Hero slides and current live programmes (spec 7.25). */
export async function getSlider(
  { db, env, host, read, maxAge, now }: RequestContext,
  filter: TitleFilter,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const isFiltered = buildFilterConditions(filter).length > 0;
  const [slideQuery] = isFiltered
    ? ([querySlides(db, { maxAge, now }, filter)] as const)
    : slideQueries({ maxAge, now });
  const [programmeQuery] = programmeQueries(listDaysAround(now));
  const [rows, programme] = await read([slideQuery, programmeQuery]);
  const isGiven = getVariant(env, host).givesSubscription;
  const slides = rows.map(({ has_media: hasMedia, is_over: isOver, sales, ...slide }) => ({
    ...slide,
    offer: getGuestEntitlement({ ...slide, ...sales, hasMedia, isOver }, isGiven, now),
  }));
  // Programmes are not rated, so an age ceiling excludes them.
  const live = maxAge === undefined ? liveAt(programme, now) : [];
  return ok({ data: { data: { sliders: slides, live } } });
}
