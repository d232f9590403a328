import { eq, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { isInArea } from '../../entitlement/area.ts';
import { decideEntitlement } from '../../entitlement/entitlement.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { priceLine } from '../../payments/pricing.ts';
import { titlePrices } from '../../entitlement/server/schema.ts';
import { hasMedia, isOver, selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import { screenings } from '../../entitlement/server/schema.ts';
import { toEntitlementFacts, selectPasses } from '../../entitlement/server/entitlement-facts.ts';
import { isFullFor } from '../../entitlement/server/seats.ts';
import { matchScreening } from '../../entitlement/server/screening-of-title.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import type { CodeDiscount } from '../../payments/server/discount.ts';
import type { ReleaseState } from '../../../platform/kinds.ts';
import { tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { PLAIN_LINE, type OrderLine } from '../../payments/server/order.ts';

/** A ticket where the screening needs one. `not_for_sale` without a price, `already_owned` for the buyer's own, `screening_full`
 * without a seat, `outside_area` where the buyer could not watch it. */
export async function buildTitleLine(
  buyer: Buyer,
  id: number,
  code: CodeDiscount,
): Promise<Outcome<OrderLine, ErrorCode>> {
  const { db, now, userId, country = null, asn = null } = buyer;
  const [title] = await db
    .select({
      kind: titles.kind,
      nameFa: titles.nameFa,
      nameEn: titles.nameEn,
      hasMedia: hasMedia(now).mapWith(Boolean),
      release: selectRelease(now),
      isOver: isOver(now).mapWith(Boolean),
      releaseDate: titles.releaseDate,
      access: titles.access,
      available_countries: titles.availableCountries,
      available_networks: titles.availableNetworks,
      price: titlePrices,
      screening: screenings,
      isFull: isFullFor(sql`${screenings.id}`, sql`${userId ?? 0}`).mapWith(Boolean),
      ...selectPasses(sql`${userId ?? 0}`, now),
    })
    .from(titles)
    .leftJoin(titlePrices, sql`${titlePrices.titleId} IN (titles.id, titles.series_id)`)
    .leftJoin(screenings, matchScreening(sql`${userId ?? 0}`, now))
    .where(eq(titles.id, id));
  if (!title) return fail('not_for_sale', { fields: { id: 'not_for_sale' } });
  // An episode is sold with its series.
  if (title.price && title.price.titleId !== id) return buildTitleLine(buyer, title.price.titleId, code);
  const viewer = { subscribed: buyer.subscribed, fullrateNetwork: false, isInArea: isInArea(title, { country, asn }) };
  const facts = toEntitlementFacts(title, viewer, now);
  if (facts.owned || facts.ticket) return fail('already_owned', { fields: { id: 'already_owned' } });
  const { state, show_buy } = decideEntitlement(facts);
  if (state === 'outside_area') return fail('outside_area', { fields: { id: 'outside_area' } });
  const ticket = state === 'needs_ticket' ? title.screening : null;
  if (ticket && title.isFull) return fail('screening_full', { fields: { id: 'screening_full' } });
  const item = ticket
    ? {
        kind: 'screening' as const,
        itemId: ticket.id,
        toman: ticket.toman,
        hours: ticket.hours,
        opensAt: ticket.startsAt,
      }
    : show_buy && title.price
      ? { kind: 'title' as const, itemId: id, toman: title.price.toman, ...getOwnedTime(title, title.price, now) }
      : null;
  if (!item) return fail('not_for_sale', { fields: { id: 'not_for_sale' } });
  const { toman, ...itemKey } = item;
  return ok({
    ...PLAIN_LINE,
    ...itemKey,
    titleId: id,
    titleKind: title.kind,
    nameFa: title.nameFa,
    nameEn: title.nameEn,
    ...priceLine(toman, null, code.percent, VAT_PERCENT),
  });
}

/** The hours of a title that is not out count from its release, epoch seconds; without a day ahead it is for good. */
function getOwnedTime(
  { release, releaseDate }: { release: ReleaseState; releaseDate: string | null },
  { ownedHours }: { ownedHours: number | null },
  now: number,
): Pick<OrderLine, 'hours' | 'opensAt'> {
  const releasedAt = release === 'presale' && releaseDate !== null ? tehranMidnight(releaseDate) : 0;
  if (release !== 'presale' || releasedAt > now) return { hours: ownedHours, opensAt: releasedAt || null };
  return { hours: null, opensAt: null };
}
