import { asc, desc, eq, sql } from 'drizzle-orm';
import type { listMagazines as call } from '../contract.ts';
import type { Output } from '../../../platform/http/call.ts';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { magazines } from './schema.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';

interface MagazinesInput {
  per_page: number;
  page: number;
  sort: 'id' | 'title' | 'slug';
  dir: 'asc' | 'desc';
}

/** A page of magazines (spec 7.10, 9.11). The newspaper and the studio have channels of their own. */
export async function listMagazines(
  { db, read }: RequestContext,
  { per_page, page, sort, dir }: MagazinesInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [data, [count]] = await read([
    db
      .select({
        id: magazines.id,
        slug: magazines.slug,
        title: magazines.title,
        title_en: magazines.titleEn,
        art: magazines.art,
      })
      .from(magazines)
      .where(eq(magazines.kind, 'magazine'))
      .orderBy(dir === 'asc' ? asc(magazines[sort]) : desc(magazines[sort]), asc(magazines.id))
      .limit(per_page)
      .offset((page - 1) * per_page),
    db
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(magazines)
      .where(eq(magazines.kind, 'magazine')),
  ]);
  return ok({ status: 'ok', data, meta: toPageMeta(page, count?.total ?? 0, per_page) });
}
