/** What a payment is for. */
export const PURPOSES = ['wallet', 'plan', 'title', 'cart'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The banks' pages a visitor can be sent to. */
export const GATEWAY_IDS = ['saman', 'zarinpal', 'zibal', 'sandbox'] as const;
export type GatewayId = (typeof GATEWAY_IDS)[number];

/** How a payment is paid: at a bank's page, from the wallet, or by direct debit. */
export const METHODS = [...GATEWAY_IDS, 'wallet', 'direct_debit'] as const;
export type Method = (typeof METHODS)[number];

/** One line of a payment. A screening is a ticket to an online screening (spec 3.15). */
export const LINE_KINDS = ['wallet', 'plan', 'title', 'screening', 'download'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/**
 * Why a payment did not settle, where there is more to say than its state. A settled one with `superseded` or
 * `discount_exhausted` bought nothing: all of its money is in the wallet.
 */
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
