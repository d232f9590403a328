export const PURPOSES = ['wallet', 'plan', 'title', 'cart'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const GATEWAY_IDS = ['saman', 'zarinpal', 'zibal', 'sandbox'] as const;
export type GatewayId = (typeof GATEWAY_IDS)[number];

export const METHODS = [...GATEWAY_IDS, 'wallet', 'direct_debit'] as const;
export type Method = (typeof METHODS)[number];

/** A screening line is a ticket (spec 3.15). */
export const LINE_KINDS = ['wallet', 'plan', 'title', 'screening', 'download'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** `superseded` or `discount_exhausted` on a settled payment: it bought nothing, all of its money is in the wallet. */
export const PROBLEMS = [
  'gateway_unreachable',
  'gateway_refused',
  'amount_mismatch',
  'reference_used',
  'not_found_at_bank',
  'session_expired',
  'no_answer_in_time',
  'superseded',
  'discount_exhausted',
] as const;
export type Problem = (typeof PROBLEMS)[number];
