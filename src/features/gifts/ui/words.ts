import { m } from '../../../platform/text/paraglide/messages.js';
import type { GiftState } from '../contract.ts';

export const STATES: Record<GiftState, () => string> = {
  waiting: m.gift_waiting,
  redeemed: m.gift_redeemed,
  returned: m.gift_returned,
};
