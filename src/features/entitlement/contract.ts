import * as v from 'valibot';
import { PLAY_STATES } from './entitlement.ts';

/** What somebody may do with a title who owns nothing; money in toman before VAT, times in epoch seconds. */
export const guestOffer = v.object({
  state: v.picklist(PLAY_STATES),
  show_buy: v.boolean(),
  show_free: v.boolean(),
  /** Of the title, or of a ticket where that is what is missing; null where neither is sold. */
  price: v.nullable(v.number()),
  /** The online screening that has not ended. */
  screening: v.nullable(
    v.object({ id: v.number(), starts_at: v.number(), ends_at: v.number(), hours: v.number(), toman: v.number() }),
  ),
  /** Whether there are qualities to download. */
  downloads: v.boolean(),
});
export type GuestOffer = v.InferOutput<typeof guestOffer>;
