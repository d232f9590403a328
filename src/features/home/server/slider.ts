import { and, asc, eq } from 'drizzle-orm';
import type { getSlider as call } from '../contract.ts';
import type { Output } from '../../../platform/http/call.ts';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { sliders } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { cardColumns } from '../../titles/server/card-columns.ts';
import { liveAt, programmesAround } from '../../live/server/channels.ts';
import { buildFilterConditions, buildAgeConditions, type TitleFilter } from '../../titles/server/filters.ts';

/** Hero slides and current live programmes (spec 7.25). */
export async function getSlider(
  { db, read, maxAge, now }: RequestContext,
  filter: TitleFilter,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [slides, programme] = await read([
    db
      .select({
        ...cardColumns,
        backdrop: titles.backdrop,
        synopsis_fa: titles.synopsisFa,
        synopsis_en: titles.synopsisEn,
      })
      .from(sliders)
      .innerJoin(titles, eq(titles.id, sliders.titleId))
      .where(and(...buildAgeConditions(maxAge), ...buildFilterConditions(filter)))
      .orderBy(asc(sliders.position)),
    programmesAround(db, now),
  ]);
  // Programmes are not rated, so an age ceiling excludes them.
  const live = maxAge === undefined ? liveAt(programme, now) : [];
  return ok({ data: { data: { sliders: slides, live } } });
}
