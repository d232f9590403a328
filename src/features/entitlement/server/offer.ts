import * as v from 'valibot';
import type { GuestOffer } from '../contract.ts';
import { entitlement, SALES, type Entitlement } from '../entitlement.ts';
import type { AccessKind, ReleaseState } from '../../../platform/kinds.ts';
import { toEntitlementFacts } from './entitlement-facts.ts';

const whole = v.nullable(v.number());
const salesSchema = v.object({
  sale: v.nullable(v.picklist(SALES)),
  price_toman: whole,
  screening_id: whole,
  screening_starts: whole,
  screening_ends: whole,
  screening_hours: whole,
  screening_toman: whole,
  has_downloads: v.pipe(
    v.number(),
    v.transform((match) => match === 1),
  ),
});
export type Sales = v.InferOutput<typeof salesSchema>;

/** What is sold of a title, from the JSON that a query made of it. */
export function readSales(json: string): Sales {
  return v.parse(salesSchema, JSON.parse(json));
}

interface Row extends Sales {
  release: ReleaseState;
  access: AccessKind;
}

/** What the title itself or the missing ticket costs, in toman before VAT; null where neither is sold. */
export function choosePrice(
  price: { toman: number } | null,
  screening: { toman: number } | null,
  { state, show_buy }: Entitlement,
): number | null {
  if (!show_buy) return null;
  return (state === 'needs_ticket' ? screening?.toman : price?.toman) ?? null;
}

/**
 * What a title's page, the same for everybody, offers: what somebody may do who owns nothing. `subscribed` where the
 * variant gives everybody a subscription (spec 4.26). Epoch seconds.
 */
export function guestOffer(row: Row, subscribed: boolean, now: number): GuestOffer {
  const { screening_id: id, screening_starts: starts, screening_ends: ends, screening_hours: hours } = row;
  const screening =
    id === null || starts === null || ends === null || hours === null
      ? null
      : { id, starts_at: starts, ends_at: ends, hours, toman: row.screening_toman ?? 0 };
  const price = row.sale === null || row.price_toman === null ? null : { sale: row.sale, toman: row.price_toman };
  const phased = screening && { startsAt: screening.starts_at, endsAt: screening.ends_at };
  // Nothing of the visitor's network: the page is kept and served to everybody.
  const viewer = { subscribed, fullrateNetwork: false };
  const facts = toEntitlementFacts(
    { ...row, price, screening: phased, title_pass: null, ticket_pass: null },
    viewer,
    now,
  );
  const decided = entitlement(facts);
  return {
    ...decided,
    price: choosePrice(price, screening, decided),
    screening: screening !== null && now < screening.ends_at ? screening : null,
    downloads: row.has_downloads && row.release === 'released',
  };
}
