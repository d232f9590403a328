import * as v from 'valibot';

/** Sales beside plans, prices of titles, discount codes. */
const integer = v.pipe(v.number(), v.integer());
const instant = v.pipe(v.string(), v.isoTimestamp());

export const salesEntries = {
  prices: v.optional(
    v.array(
      v.strictObject({
        title: integer,
        toman: v.pipe(integer, v.minValue(1)),
        sale: v.picklist(['beside', 'only']),
        owned_hours: v.optional(v.pipe(integer, v.minValue(1))),
        episode_toman: v.optional(v.pipe(integer, v.minValue(1))),
      }),
    ),
    [],
  ),
  discount_codes: v.optional(
    v.array(
      v.strictObject({
        code: v.pipe(v.string(), v.regex(/^[A-Z0-9]+$/)),
        percent: v.pipe(integer, v.minValue(0), v.maxValue(100)),
        bonus_days: v.pipe(integer, v.minValue(0)),
        plan: v.optional(integer),
        ends_at: instant,
        max_uses: integer,
        uses_per_user: integer,
      }),
    ),
    [],
  ),
};
