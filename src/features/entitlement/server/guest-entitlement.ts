import * as v from 'valibot';
import type { GuestEntitlement } from '../contract.ts';
import { decideEntitlement, SALES, type Entitlement } from '../entitlement.ts';
import type { AccessKind, ReleaseState } from '../../../platform/kinds.ts';
import { toEntitlementFacts } from './entitlement-facts.ts';

const nullableNumber = v.nullable(v.number());
const salesSchema = v.object({
  sale: v.nullable(v.picklist(SALES)),
  price_toman: nullableNumber,
  owned_hours: nullableNumber,
  screening_id: nullableNumber,
  screening_starts: nullableNumber,
  screening_ends: nullableNumber,
  screening_hours: nullableNumber,
  screening_toman: nullableNumber,
  screening_seats_left: nullableNumber,
  /** Of the cheapest file; null without files. */
  download_toman: nullableNumber,
});
type Sales = v.InferOutput<typeof salesSchema>;

export function readSales(json: string): Sales {
  return v.parse(salesSchema, JSON.parse(json));
}

interface Row extends Sales {
  hasMedia: boolean;
  isOver: boolean;
  release: ReleaseState;
  access: AccessKind;
}

/** Toman before VAT; null where neither is sold. */
export function choosePrice(
  price: { toman: number } | null,
  screening: { toman: number } | null,
  { state, show_buy }: Entitlement,
): number | null {
  if (!show_buy) return null;
  return (state === 'needs_ticket' ? screening?.toman : price?.toman) ?? null;
}

/** The same for every visitor. `subscribed`: the variant gives everybody a subscription (spec 4.26). Epoch seconds. */
export function getGuestEntitlement(row: Row, subscribed: boolean, now: number): GuestEntitlement {
  const { screening_id: id, screening_starts: starts, screening_ends: ends, screening_hours: hours } = row;
  const screening =
    id === null || starts === null || ends === null || hours === null
      ? null
      : {
          id,
          starts_at: starts,
          ends_at: ends,
          hours,
          toman: row.screening_toman ?? 0,
          seats_left: row.screening_seats_left,
        };
  const price = row.sale === null || row.price_toman === null ? null : { sale: row.sale, toman: row.price_toman };
  const phased = screening && { startsAt: screening.starts_at, endsAt: screening.ends_at };
  // The edge cache serves this page to every network and country.
  const viewer = { subscribed, fullrateNetwork: false, isInArea: true };
  const facts = toEntitlementFacts(
    { ...row, price, screening: phased, title_pass: null, ticket_pass: null },
    viewer,
    now,
  );
  const decision = decideEntitlement(facts);
  return {
    ...decision,
    price: choosePrice(price, screening, decision),
    owned_hours: row.owned_hours,
    screening: screening !== null && now < screening.ends_at ? screening : null,
    downloads: row.download_toman !== null && row.release === 'released',
    download_price: row.access === 'free' || decision.state === 'subscribed' ? 0 : row.download_toman,
  };
}
