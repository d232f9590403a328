import { and, desc, eq } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../config/constants.ts';
import type { getMagazine as call } from '../../../contract/catalogue.ts';
import type { Input, Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { issues, magazines, titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { cardColumns } from './card-columns.ts';
import { withinAge } from './filters.ts';

/** A magazine, the newspaper or the studio with what it holds, newest first; an unknown slug is `not_found`. */
export async function getMagazine(
  { db, maxAge }: RequestContext,
  { slug }: Input<typeof call>,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [magazine] = await db.select().from(magazines).where(eq(magazines.slug, slug));
  if (!magazine) return fail('not_found');
  const { titleEn, synopsisFa, synopsisEn, ...same } = magazine;
  const videos =
    magazine.kind === 'studio'
      ? await db
          .select(cardColumns)
          .from(titles)
          .where(and(eq(titles.kind, 'video'), ...withinAge(maxAge)))
          .orderBy(desc(titles.year), desc(titles.id))
          .limit(TITLES_PER_PAGE)
      : [];
  const found = await db
    .select({
      number: issues.number,
      date: issues.date,
      name_fa: issues.nameFa,
      name_en: issues.nameEn,
      art: issues.art,
    })
    .from(issues)
    .where(eq(issues.magazineId, magazine.id))
    .orderBy(desc(issues.number));
  return ok({
    data: { ...same, title_en: titleEn, synopsis_fa: synopsisFa, synopsis_en: synopsisEn, issues: found, videos },
  });
}
