import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { listMagazines as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { magazines } from './schema.ts';
import { selectCover } from './shown.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';

interface MagazinesInput {
  per_page: number;
  page: number;
  sort: 'id' | 'title' | 'slug';
  dir: 'asc' | 'desc';
}

const all = and(eq(magazines.kind, 'magazine'), eq(magazines.state, 'released'));

/** `shape`: the column to sort by and the direction. */
const pageQueries = reusable(
  (db, { per_page, offset, now }: { per_page: number; offset: number; now: number }, shape) => {
    const [sort, dir] = shape.split(' ') as [MagazinesInput['sort'], MagazinesInput['dir']];
    return [
      db
        .select({
          id: magazines.id,
          slug: magazines.slug,
          title: magazines.title,
          title_en: magazines.titleEn,
          art: selectCover(now).as('art'),
          total: sql<number>`(SELECT count(*) FROM magazines WHERE kind = 'magazine' AND state = 'released')`.as(
            'total',
          ),
        })
        .from(magazines)
        .where(all)
        .orderBy(dir === 'asc' ? asc(magazines[sort]) : desc(magazines[sort]), asc(magazines.id))
        .limit(per_page)
        .offset(offset),
    ];
  },
);

/** A page of magazines (spec 7.10, 9.11). The newspaper and the studio have channels of their own. */
export async function listMagazines(
  { read, now }: RequestContext,
  { per_page, page, sort, dir }: MagazinesInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [rows] = await read(pageQueries({ per_page, offset: (page - 1) * per_page, now }, `${sort} ${dir}`));
  // No row tells the total of a page beyond the last.
  const [counts] =
    rows.length > 0 || page === 1 ? [rows] : await read(pageQueries({ per_page: 1, offset: 0, now }, 'id asc'));
  const data = rows.map(({ total: _, ...magazine }) => magazine);
  return ok({ status: 'ok', data, meta: toPageMeta(page, counts[0]?.total ?? 0, per_page) });
}
