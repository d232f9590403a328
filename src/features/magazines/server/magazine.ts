import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { MAGAZINES_PER_PAGE, TITLES_PER_PAGE } from '../../../platform/config/constants.ts';
import type { getMagazine as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { issues, magazines } from './schema.ts';
import { selectCover } from './shown.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard } from '../../titles/server/card-columns.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';

/** Newest first: 24 issues, or 48 videos a page. An unknown slug is `not_found`; a page beyond the last is empty. */
export async function getMagazine(
  { db, read, maxAge, now }: RequestContext,
  { slug, page }: { slug: string; page: number },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const ofThis = and(
    sql`${issues.magazineId} = (SELECT m.id FROM magazines m WHERE m.slug = ${slug})`,
    eq(issues.state, 'released'),
    or(isNull(issues.startsAt), lte(issues.startsAt, now)),
  );
  const isStudio = sql`EXISTS (SELECT 1 FROM magazines m WHERE m.slug = ${slug} AND m.kind = 'studio')`;
  const ofStudio = and(eq(titles.kind, 'video'), isStudio, ...buildAgeConditions(maxAge));
  const [[magazine], matches, [issueCount], videos, [videoCount]] = await read([
    db
      .select({
        id: magazines.id,
        slug: magazines.slug,
        title: magazines.title,
        title_en: magazines.titleEn,
        kind: magazines.kind,
        synopsis_fa: magazines.synopsisFa,
        synopsis_en: magazines.synopsisEn,
        art: selectCover(now).as('art'),
      })
      .from(magazines)
      .where(and(eq(magazines.slug, slug), eq(magazines.state, 'released'))),
    db
      .select({
        number: issues.number,
        date: issues.date,
        name_fa: issues.nameFa,
        name_en: issues.nameEn,
        art: issues.art,
      })
      .from(issues)
      .where(ofThis)
      .orderBy(desc(issues.number))
      .limit(MAGAZINES_PER_PAGE)
      .offset((page - 1) * MAGAZINES_PER_PAGE),
    db
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(issues)
      .where(ofThis),
    db
      .select(selectCard(now))
      .from(titles)
      .where(ofStudio)
      .orderBy(desc(titles.year), desc(titles.id))
      .limit(TITLES_PER_PAGE)
      .offset((page - 1) * TITLES_PER_PAGE),
    db
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(titles)
      .where(ofStudio),
  ]);
  if (!magazine) return fail('not_found');
  const meta =
    magazine.kind === 'studio'
      ? toPageMeta(page, videoCount?.total ?? 0, TITLES_PER_PAGE)
      : toPageMeta(page, issueCount?.total ?? 0, MAGAZINES_PER_PAGE);
  return ok({ data: { ...magazine, issues: matches, videos }, meta });
}
