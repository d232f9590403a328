import * as v from 'valibot';
import { cardColumns } from '../title-columns.ts';

const digits = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
/** An id in a path or query: at most nine digits. */
export const idInput = v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), digits]);
export const pageInput = v.optional(v.pipe(idInput, v.minValue(1), v.maxValue(100_000)), 1);
/** The spec's `ref`: a referrer's number (5.01, 5.02), kept as text. */
export const refInput = v.optional(v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.maxLength(32))]));
export const empty = v.object({});

/** Spec 3.17: every filter defaults to 0, which means any. */
export const filterEntries = {
  age: v.optional(idInput, 0),
  lang: v.optional(v.pipe(v.string(), v.regex(/^(0|[a-z]{2})$/)), '0'),
  country: v.optional(v.pipe(v.string(), v.regex(/^(0|[A-Z]{2})$/)), '0'),
  f_type: v.optional(v.picklist(['0', 'movie', 'series', 'video']), '0'),
};

export const card = v.object({
  ...cardColumns,
  progress: v.optional(v.number()), // The watched share; only in the viewer's own lists
  backdrop: v.nullish(v.string()), // Only in lists whose layout shows it
});
export type Card = v.InferOutput<typeof card>;

export const genre = v.object({ key: v.string(), label_fa: v.string(), label_en: v.string() });

export const personCard = v.object({
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  art: v.nullable(v.string()),
  /** The focal point of the portrait, in percent from its left and its top. */
  focus_x: v.nullish(v.number()),
  focus_y: v.nullish(v.number()),
});
export type PersonCard = v.InferOutput<typeof personCard>;

export const pageMeta = v.object({
  page: v.number(),
  pages: v.number(),
  total: v.number(),
  capped: v.optional(v.boolean(), false), // Counting stopped at `total`; there are at least so many
});
export type PageMeta = v.InferOutput<typeof pageMeta>;
