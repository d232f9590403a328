import { and, asc, eq } from 'drizzle-orm';
import { slideColumns, type getSlider as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { sliders } from './schema.ts';
import { isSoldAlone } from '../../entitlement/server/entitlement-facts.ts';
import { titles } from '../../titles/server/schema.ts';
import type { Database } from '../../../platform/db/client.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard, selectColumns } from '../../titles/server/card-columns.ts';
import { liveAt, listDaysAround, programmeQueries } from '../../live/server/channels.ts';
import { buildFilterConditions, buildAgeConditions, type TitleFilter } from '../../titles/server/filters.ts';

type Viewed = { maxAge: number | undefined; now: number };

const slideQueries = reusable((db, values: Viewed) => [querySlides(db, values)] as const);

function querySlides(db: Database, { maxAge, now }: Viewed, filter?: TitleFilter) {
  return db
    .select({ ...selectCard(now), ...selectColumns(slideColumns), sold_alone: isSoldAlone })
    .from(sliders)
    .innerJoin(titles, eq(titles.id, sliders.titleId))
    .where(and(...buildAgeConditions(maxAge), ...(filter ? buildFilterConditions(filter) : [])))
    .orderBy(asc(sliders.position));
}

/** Hero slides and current live programmes (spec 7.25). */
export async function getSlider(
  { db, read, maxAge, now }: RequestContext,
  filter: TitleFilter,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const isFiltered = buildFilterConditions(filter).length > 0;
  const [slideQuery] = isFiltered
    ? ([querySlides(db, { maxAge, now }, filter)] as const)
    : slideQueries({ maxAge, now });
  const [programmeQuery] = programmeQueries(listDaysAround(now));
  const [slides, programme] = await read([slideQuery, programmeQuery]);
  // Programmes are not rated, so an age ceiling excludes them.
  const live = maxAge === undefined ? liveAt(programme, now) : [];
  return ok({ data: { data: { sliders: slides, live } } });
}
