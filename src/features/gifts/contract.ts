import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { TYPED_MAX_LENGTH } from '../../platform/http/calls/typed-input.ts';
import { empty } from '../titles/contract/shapes.ts';

/** Gift cards. Epoch seconds. */

export const GIFT_STATES = ['waiting', 'redeemed', 'returned'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

const names = { name_fa: v.string(), name_en: v.string(), days: v.number() };
/** `returned`: the card's price was given back, and its code is worth nothing. */
export const giftCard = v.object({
  id: v.string(),
  tail: v.string(),
  ...names,
  state: v.picklist(GIFT_STATES),
  bought_at: v.number(),
  redeemed_at: v.nullable(v.number()),
});
const gift = v.object({ id: v.string(), ...names, redeemed_at: v.number() });

const MEMBER = {
  caller: 'user',
  session: 'current',
  kids: 'refused',
  address: 'optional',
  cookie: 'none',
} as const;

export const listGifts = defineCall({
  name: 'listGifts',
  method: 'GET',
  path: '/my/gifts',
  summary: 'Gift cards that the user has bought, and those that the user has redeemed: the newest 100 of each.',
  access: MEMBER,
  input: empty,
  output: v.object({
    data: v.object({ cards: v.array(giftCard), redeemed: v.array(gift), subscribed_until: v.number() }),
  }),
});

export const getGift = defineCall({
  name: 'getGift',
  method: 'GET',
  path: '/my/gifts/:id',
  summary:
    'One gift card of the user’s with its whole code. `code` null: it has been used or given back, or its signing key is gone.',
  access: MEMBER,
  input: v.object({ id: v.pipe(v.string(), v.maxLength(40)) }),
  output: v.object({ data: v.object({ ...giftCard.entries, code: v.nullable(v.string()) }) }),
});

export const redeemGift = defineCall({
  name: 'redeemGift',
  method: 'POST',
  path: '/my/gifts/redeem',
  summary:
    'Adds the days of a gift card to the user’s subscription, once. The same answer for a wrong code and a used one.',
  access: MEMBER,
  input: v.object({ code: v.pipe(v.string(), v.maxLength(TYPED_MAX_LENGTH)) }),
  /** `is_repeat`: the same user had redeemed it before, and nothing was added now. */
  output: v.object({
    data: v.object({ ...gift.entries, subscribed_until: v.number(), is_repeat: v.boolean() }),
  }),
});
