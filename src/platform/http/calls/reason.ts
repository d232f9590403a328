import * as v from 'valibot';

const MIN_REASON_CHARS = 3;
export const MAX_REASON_CHARS = 300;

/** An operator's reason for an act, for the trail or beside the money. */
export const reason = v.pipe(v.string(), v.trim(), v.minLength(MIN_REASON_CHARS), v.maxLength(MAX_REASON_CHARS));
