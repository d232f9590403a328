import { and, asc, eq } from 'drizzle-orm';
import type { getSlider as call } from '../../../contract/catalogue.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import { sliders, titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { cardColumns } from './card-columns.ts';
import { liveAt, programmesAround } from './channels.ts';
import { filterConditions, type TitleFilter } from './filters.ts';

/** The hero slides that pass the filter, and what is live now (spec 7.25). */
export async function getSlider(
  { db, now }: RequestContext,
  filter: TitleFilter,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [slides, programme] = await db.batch([
    db
      .select({
        ...cardColumns,
        backdrop: titles.backdrop,
        synopsis_fa: titles.synopsisFa,
        synopsis_en: titles.synopsisEn,
      })
      .from(sliders)
      .innerJoin(titles, eq(titles.id, sliders.titleId))
      .where(and(...filterConditions(filter)))
      .orderBy(asc(sliders.position)),
    programmesAround(db, now),
  ]);
  return ok({ data: { data: { sliders: slides, live: liveAt(programme, now) } } });
}
