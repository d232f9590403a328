import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_TITLES_AT_ONCE } from './bulk-contract.ts';
import { pricePlan } from './contract.ts';
import { formatPrice, MAX_OWNED_HOURS, MAX_PRICE_TOMAN, MIN_PRICE_TOMAN, titlePrice } from './price.ts';

const wholeNumber = v.pipe(v.number(), v.safeInteger());

const priceInput = v.object({
  ...titlePrice.entries,
  toman: v.pipe(wholeNumber, v.minValue(MIN_PRICE_TOMAN), v.maxValue(MAX_PRICE_TOMAN)),
  owned_hours: v.nullable(v.pipe(wholeNumber, v.minValue(1), v.maxValue(MAX_OWNED_HOURS))),
});
/** As `price_rev` of `getDeskTitle`. */
const rev = v.pipe(wholeNumber, v.minValue(0));
const planned = v.object({ data: v.object({ price_plans: v.array(pricePlan), price_rev: v.number() }) });

export const planTitlePrice = defineCall({
  name: 'planTitlePrice',
  method: 'POST',
  path: '/operator/titles/:id/price-plans',
  summary:
    'Sells a title at a price from a later second on, which begins by itself; refused where somebody changed its plans after `rev`.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    id: idInput,
    rev,
    price: priceInput,
    /** Epoch seconds. */
    starts_at: v.pipe(wholeNumber, v.minValue(0)),
    reason,
  }),
  output: planned,
});

export const withdrawTitlePrice = defineCall({
  name: 'withdrawTitlePrice',
  method: 'POST',
  path: '/operator/titles/:id/price-plans/:plan/withdraw',
  summary: 'Takes a price back that has not begun.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, plan: idInput, reason }),
  output: planned,
});

export const setTitlePrice = defineCall({
  name: 'setTitlePrice',
  method: 'POST',
  path: '/operator/titles/:id/price',
  summary:
    'Sells a title at a price from now on, or no more; refused where another price than the one that was seen is there.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    id: idInput,
    /** As `getDeskTitle` gave it. */
    seen: v.nullable(titlePrice),
    price: v.nullable(priceInput),
    reason,
  }),
  output: v.object({ data: v.object({ price: v.nullable(titlePrice) }) }),
});

const priceResult = v.object({
  id: v.number(),
  /** As it is now, and the number of changes of its plans: the act names those that the rehearsal answered. */
  seen: v.nullable(titlePrice),
  rev: v.number(),
  before: v.nullable(titlePrice),
  after: v.nullable(titlePrice),
  /** Why the title stays as it is; null for one that is changed, and for one that has the price already. */
  error: v.nullable(v.string()),
});
export type PriceResult = v.InferOutput<typeof priceResult>;

export function hasPriceChange({ before, after, error }: PriceResult): boolean {
  return error === null && formatPrice(before) !== formatPrice(after);
}

export const setTitlePrices = defineCall({
  name: 'setTitlePrices',
  method: 'POST',
  path: '/operator/title-prices',
  summary:
    'Sells up to 100 titles at one price, from now or a later second on, or no more, with a result for each. `rehearse`: says what each would have, and writes nothing.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.pipe(
    v.object({
      titles: v.pipe(
        v.array(
          /** `seen` of a price from now on and `rev` of a later one are absent in a rehearsal alone. */
          v.object({ id: idInput, seen: v.optional(v.nullable(titlePrice)), rev: v.optional(rev) }),
        ),
        v.minLength(1),
        v.maxLength(MAX_TITLES_AT_ONCE),
      ),
      price: v.nullable(priceInput),
      /** Epoch seconds. */
      starts_at: v.optional(v.pipe(wholeNumber, v.minValue(0))),
      reason,
      rehearse: v.optional(v.boolean(), false),
    }),
    v.check(({ price, starts_at: start }) => price !== null || start === undefined),
  ),
  output: v.object({ data: v.object({ results: v.array(priceResult) }) }),
});
export type PriceAnswer = v.InferOutput<typeof setTitlePrices.output>['data'];
