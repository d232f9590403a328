import { eq, inArray, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../config/constants.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { priceLine } from '../../../domain/pricing.ts';
import { downloads } from '../../db/money-schema.ts';
import { titles } from '../../db/schema.ts';
import { downloadPrice, ownsDownload } from '../cart/download-offers.ts';
import type { Buyer } from './buyer.ts';
import type { CodeDiscount } from './discount.ts';
import { PLAIN_LINE, type OrderLine } from './order.ts';

/**
 * The lines of a download cart (spec 3.16), each once, without those that cost this buyer nothing. `cart_empty` where
 * nothing remains, `not_for_sale` where one is unknown.
 */
export async function downloadLines(
  { db, userId, subscribed, now }: Buyer,
  items: readonly number[],
  code: CodeDiscount,
): Promise<Outcome<OrderLine[], ErrorCode>> {
  const ids = [...new Set(items)];
  if (ids.length === 0) return fail('cart_empty', { fields: { items: 'cart_empty' } });
  const rows = await db
    .select({
      id: downloads.id,
      toman: downloads.toman,
      quality: downloads.quality,
      title_id: titles.id,
      title_kind: titles.kind,
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      access: titles.access,
      release: titles.release,
      owned: ownsDownload(sql`${userId ?? 0}`, now),
    })
    .from(downloads)
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .where(inArray(downloads.id, ids));
  if (rows.length < ids.length || rows.some(({ release }) => release !== 'released')) {
    return fail('not_for_sale', { fields: { items: 'not_for_sale' } });
  }
  const lines = rows.flatMap(({ id, toman, access, owned, release: _, ...row }): OrderLine[] => {
    const price = downloadPrice({ toman, access, owned, subscribed });
    const priced = priceLine(price, null, code.percent, VAT_PERCENT);
    return price === 0 ? [] : [{ ...PLAIN_LINE, ...row, kind: 'download', item_id: id, ...priced }];
  });
  return lines.length === 0 ? fail('cart_empty', { fields: { items: 'cart_empty' } }) : ok(lines);
}
