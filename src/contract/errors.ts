/** Every error the API can answer: code → HTTP status. Texts are `error_<code>` in locales/. */
export const ERROR_STATUS = {
  invalid_body: 400,
  invalid_json: 400,
  invalid_input: 422,
  body_too_large: 413,
  unsupported_media_type: 415,
  not_found: 404,
  method_not_allowed: 405,
  unauthenticated: 401,
  forbidden_origin: 403,
  mobile_invalid: 422,
  code_invalid: 422,
  code_wrong_or_expired: 422,
  code_too_soon: 429,
  code_daily_limit: 429,
  code_address_limit: 429,
  sms_failed: 502,
  /** Spec 8.16: the code was right, but the account is cancelled; the same code restores it. */
  account_cancelled: 409,
  device_unknown: 404,
  list_full: 409,
  kids_pin_invalid: 422,
  kids_pin_wrong: 422,
  kids_pin_locked: 429,
  kids_already: 409,
  /** The server cannot sign, or the API is a provider's, whose titles it could not hold back. */
  kids_unavailable: 503,
  kids_not_allowed: 403,
  title_not_found: 404,
  /** Spec 8.15: a cart answered with 400 sends the browser to the 404 page. */
  cart_title_unknown: 400,
  /** The Worker has no MEDIA_SIGNING_KEY: it then serves no media rather than unsigned media. */
  media_unavailable: 503,
  media_link_expired: 403,
  /** A media address or a download of another viewer. */
  media_foreign: 403,
  /** Not bought, and no subscription that covers it. */
  download_not_allowed: 403,
  /** R2 failed twice in a row; it is worth trying again. */
  media_storage: 503,
  range_not_satisfiable: 416,
  /** A channel for subscribers, asked for by somebody who is none. */
  live_needs_subscription: 403,
  /** No programme begins then, or it can be seen again no more. */
  programme_unavailable: 404,
  /** The channel has nothing to show: no slate is stored, or its stream's address is not allowed. */
  live_unavailable: 503,
  /** The channel's stream comes from elsewhere, and does not come. */
  live_source_failed: 502,
  /** Watching together. */
  room_gone: 404,
  room_full: 409,
  room_too_many: 429,
  room_not_entitled: 403,
  upgrade_required: 426,
  amount_invalid: 422,
  amount_too_small: 422,
  amount_too_large: 422,
  plan_unknown: 404,
  gateway_unknown: 422,
  /** Spec 8.13. */
  gateway_failed: 502,
  payment_unknown: 404,
  payment_in_progress: 409,
  wallet_insufficient: 402,
  already_owned: 409,
  not_for_sale: 409,
  cart_empty: 422,
  discount_invalid: 422,
  bank_unknown: 422,
  mandate_unknown: 404,
  mandate_needed: 409,
  mandate_limit: 409,
  provider_unreachable: 502,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What a failed call carries (spec 8.01). `errors` is keyed by field (spec 3.22). */
export interface ApiError {
  status: number;
  /** One of ours, or 'unknown' from a provider that has codes of its own. */
  code: ErrorCode | 'unknown' | 'network';
  message: string;
  message_fa: string;
  errors: Record<string, string[]>;
  /** Seconds until it is worth trying again, where the server says so. */
  retry_after: number | null;
}
