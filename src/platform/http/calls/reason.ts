import * as v from 'valibot';

const MIN_REASON_CHARS = 3;
export const MAX_REASON_CHARS = 300;

/** Controls, and marks that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** An operator's reason for an act, for the trail or beside the money: the account that it is about reads it. */
export const reason = v.pipe(
  v.string(),
  v.transform((text) => text.replace(UNSEEN, '')),
  v.trim(),
  v.minLength(MIN_REASON_CHARS),
  v.maxLength(MAX_REASON_CHARS),
);
