import * as v from 'valibot';
import { PLAY_STATES } from './entitlement.ts';

/** Toman before VAT; epoch seconds. */
export const guestEntitlement = v.object({
  state: v.picklist(PLAY_STATES),
  show_buy: v.boolean(),
  show_free: v.boolean(),
  /** Of the title or of the missing ticket; null where neither is sold. */
  price: v.nullable(v.number()),
  /** Hours for which a purchase of the title lasts; null for good. Absent where that is unknown. */
  owned_hours: v.nullish(v.number()),
  screening: v.nullable(
    v.object({
      ...{ id: v.number(), starts_at: v.number(), ends_at: v.number(), hours: v.number(), toman: v.number() },
      /** Null for any number of seats. */
      seats_left: v.nullish(v.number()),
    }),
  ),
  downloads: v.boolean(),
  /** Of the cheapest file; 0 for free ones. Absent where that is unknown. */
  download_price: v.nullish(v.number()),
});
export type GuestEntitlement = v.InferOutput<typeof guestEntitlement>;
