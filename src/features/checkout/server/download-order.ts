import { eq, inArray, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { priceLine } from '../../payments/pricing.ts';
import { downloads } from '../../downloads/server/schema.ts';
import { isInArea } from '../../entitlement/area.ts';
import { isSoldAlone } from '../../entitlement/server/entitlement-facts.ts';
import { selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import { getDownloadPrice, ownsDownload } from '../../downloads/server/title-downloads.ts';
import { downloadNames, series } from '../../downloads/server/download-names.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import type { CodeDiscount } from '../../payments/server/discount.ts';
import { PLAIN_LINE, type Order, type OrderLine } from '../../payments/server/order.ts';

/** Spec 3.16. `cart_empty` where nothing is to be paid, `not_for_sale` where nothing of it is sold,
 * `outside_area` where the buyer could not download it. */
export async function buildDownloadOrder(
  { db, userId, subscribed, now, country = null, asn = null }: Buyer,
  items: readonly number[],
  code: CodeDiscount,
): Promise<Outcome<Order, ErrorCode>> {
  const ids = [...new Set(items)];
  if (ids.length === 0) return fail('cart_empty', { fields: { items: 'cart_empty' } });
  const rows = await db
    .select({
      id: downloads.id,
      toman: downloads.toman,
      quality: downloads.quality,
      titleId: titles.id,
      titleKind: titles.kind,
      nameFa: downloadNames.name_fa,
      nameEn: downloadNames.name_en,
      access: titles.access,
      soldAlone: isSoldAlone,
      release: selectRelease(now),
      available_countries: titles.availableCountries,
      available_networks: titles.availableNetworks,
      owned: ownsDownload(sql`${userId ?? 0}`, now),
    })
    .from(downloads)
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .where(inArray(downloads.id, ids));
  const released = rows.filter(({ release }) => release === 'released');
  const sold = released.filter((row) => row.owned || isInArea(row, { country, asn }));
  const unavailableCode = sold.length < released.length ? ('outside_area' as const) : undefined;
  const unavailable = ids.filter((id) => !sold.some((row) => row.id === id));
  const lines = sold.flatMap(({ id, toman, access, owned, soldAlone, ...row }): OrderLine[] => {
    const { quality, titleId, titleKind, nameFa, nameEn } = row;
    const price = getDownloadPrice({ toman, access, owned, soldAlone, subscribed });
    const priced = priceLine(price, null, code.percent, VAT_PERCENT);
    return price === 0
      ? []
      : [{ ...PLAIN_LINE, quality, titleId, titleKind, nameFa, nameEn, kind: 'download', itemId: id, ...priced }];
  });
  if (lines.length > 0) return ok({ purpose: 'cart', lines, unavailable, unavailableCode });
  const errorCode = sold.length === 0 ? (unavailableCode ?? 'not_for_sale') : 'cart_empty';
  return fail(errorCode, { fields: { items: errorCode } });
}
