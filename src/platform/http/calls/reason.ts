import * as v from 'valibot';

const MIN_REASON_CHARS = 3;
export const MAX_REASON_CHARS = 300;

/** Controls, and marks that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text in one line that an operator types, without marks that nobody sees. */
export const buildTextInput = (minChars: number, maxChars: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(UNSEEN, '')),
    v.trim(),
    v.minLength(minChars),
    v.maxLength(maxChars),
  );

/** An operator's reason for an act, for the trail or beside the money: the account that it is about reads it. */
export const reason = buildTextInput(MIN_REASON_CHARS, MAX_REASON_CHARS);
