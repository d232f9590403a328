import * as v from 'valibot';

export const MIN_PRICE_TOMAN = 1000;
export const MAX_PRICE_TOMAN = 100_000_000;
export const MAX_OWNED_HOURS = 8784;

/** Without VAT. `only`: a subscription does not open it. `owned_hours` null: bought for good. */
export const titlePrice = v.object({
  toman: v.number(),
  sale: v.picklist(['beside', 'only']),
  owned_hours: v.nullable(v.number()),
});
export type TitlePrice = v.InferOutput<typeof titlePrice>;

/** The price as a value of `title_changes`: `40000,beside,48`. */
export function formatPrice(price: TitlePrice | null): string | null {
  return price && `${String(price.toman)},${price.sale},${String(price.owned_hours ?? '')}`;
}

export function parsePrice(text: string | null): TitlePrice | null {
  const [toman, sale, hours] = (text ?? '').split(',');
  const price = v.safeParse(titlePrice, { toman: Number(toman), sale, owned_hours: hours ? Number(hours) : null });
  return price.success ? price.output : null;
}
