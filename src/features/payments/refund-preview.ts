import * as v from 'valibot';

const buildChange = <T extends v.GenericSchema>(value: T) => v.object({ before: value, after: value });

/** Toman; epoch seconds. An undo brings the purchases and cards back. Requests of a version before have no `paused` and what
 * follows it. */
export const refundPreview = v.object({
  entries: v.array(v.object({ account: v.string(), amount: v.number() })),
  lines: v.array(v.object({ line: v.number(), toman: v.number(), vat: v.number(), seconds: v.number() })),
  wallet: buildChange(v.number()),
  until: buildChange(v.number()),
  /** The end of a pause; 0 for none. */
  paused: v.optional(buildChange(v.number()), { before: 0, after: 0 }),
  /** Direct debit renews the subscription. */
  renews: v.optional(buildChange(v.boolean()), { before: false, after: false }),
  /** Of which nothing is owned any more. */
  purchases: v.optional(v.array(v.object({ name_fa: v.string(), name_en: v.string() })), []),
  /** Last characters of gift cards that nobody can redeem any more. */
  cards: v.optional(v.array(v.string()), []),
});
export type RefundPreview = v.InferOutput<typeof refundPreview>;
