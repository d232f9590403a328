import { eq, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../config/constants.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { entitlement } from '../../../domain/entitlement.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { priceLine } from '../../../domain/pricing.ts';
import { titlePrices } from '../../db/money-schema.ts';
import { titles } from '../../db/schema.ts';
import { screenings } from '../../db/screenings.ts';
import { factsOf, ownedIn } from '../cart/entitlement-facts.ts';
import { screeningOf } from '../screenings/of-title.ts';
import type { Buyer } from './buyer.ts';
import type { CodeDiscount } from './discount.ts';
import { PLAIN_LINE, type OrderLine } from './order.ts';

/**
 * A title as a line of an order: a ticket where that is what the viewer needs, else the title itself. `not_for_sale`
 * for what has no price or needs none, `already_owned` for what the buyer has.
 */
export async function titleLine(buyer: Buyer, id: number, code: CodeDiscount): Promise<Outcome<OrderLine, ErrorCode>> {
  const { db, now, userId } = buyer;
  const [title] = await db
    .select({
      kind: titles.kind,
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      release: titles.release,
      access: titles.access,
      price: titlePrices,
      screening: screenings,
      ...ownedIn(sql`${userId ?? 0}`, now),
    })
    .from(titles)
    .leftJoin(titlePrices, sql`${titlePrices.titleId} IN (titles.id, titles.series_id)`)
    .leftJoin(screenings, screeningOf(sql`${userId ?? 0}`, now))
    .where(eq(titles.id, id));
  if (!title) return fail('not_for_sale', { fields: { id: 'not_for_sale' } });
  // An episode is sold with its series.
  if (title.price && title.price.titleId !== id) return titleLine(buyer, title.price.titleId, code);
  const facts = factsOf(title, buyer.subscribed, now);
  if (facts.owned || facts.ticket) return fail('already_owned', { fields: { id: 'already_owned' } });
  const { state, show_buy } = entitlement(facts);
  const ticket = state === 'needs_ticket' ? title.screening : null;
  const offer = ticket
    ? { kind: 'screening' as const, item_id: ticket.id, toman: ticket.toman, hours: ticket.hours }
    : show_buy && title.price
      ? { kind: 'title' as const, item_id: id, toman: title.price.toman, hours: title.price.ownedHours }
      : null;
  if (!offer) return fail('not_for_sale', { fields: { id: 'not_for_sale' } });
  const { toman, ...what } = offer;
  return ok({
    ...PLAIN_LINE,
    ...what,
    title_id: id,
    title_kind: title.kind,
    name_fa: title.name_fa,
    name_en: title.name_en,
    opens_at: ticket?.startsAt ?? null,
    ...priceLine(toman, null, code.percent, VAT_PERCENT),
  });
}
