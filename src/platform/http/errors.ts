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
  /** A provider refuses the call. */
  forbidden: 403,
  forbidden_origin: 403,
  /** A budget of platform/config/limits.ts is spent; Retry-After says when it has refilled by one. */
  too_many_requests: 429,
  mobile_invalid: 422,
  code_invalid: 422,
  code_wrong_or_expired: 422,
  code_too_soon: 429,
  /** Others have asked for codes for this mobile: the next one can be sent after Retry-After. */
  code_queue: 429,
  code_daily_limit: 429,
  code_address_limit: 429,
  sms_failed: 502,
  /** A code by SMS has to be confirmed on this session first (accounts/contract/account.ts: sendConfirmation). */
  code_needed: 403,
  /** The site has no SMS provider that may send codes. */
  sms_unavailable: 503,
  /** Spec 8.16: the code was right, but the account is cancelled; the same code restores it. */
  account_cancelled: 409,
  device_unknown: 404,
  list_full: 409,
  kids_pin_invalid: 422,
  kids_pin_wrong: 422,
  kids_pin_locked: 429,
  kids_already: 409,
  /** Nobody can leave a kids session that this browser does not have. */
  kids_not_on: 409,
  /** The server cannot sign, or the API is a provider's, whose titles it could not hold back. */
  kids_unavailable: 503,
  kids_not_allowed: 403,
  title_not_found: 404,
  /** Spec 8.15: a cart answered with 400 sends the browser to the 404 page. */
  cart_title_unknown: 400,
  /** The Worker has no MEDIA_SIGNING_KEY: it then serves no media rather than unsigned media. */
  media_unavailable: 503,
  media_link_expired: 403,
  /** The downloads page, or `GET /downloads/:id/link`, gives a new one, by which the file goes on. */
  download_link_expired: 403,
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
  comment_unknown: 404,
  comment_empty: 422,
  comment_too_long: 422,
  /** No time of the title: before its beginning, after its end, or of a series. */
  comment_time: 422,
  /** The same text on the same title a moment ago. */
  comment_repeated: 409,
  /** Three comments in a minute; Retry-After says when the next one may come. */
  comment_too_soon: 429,
  rating_not_watched: 403,
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
  /** The site has no bank at all. */
  gateway_none: 503,
  /** Spec 8.13. */
  gateway_failed: 502,
  payment_unknown: 404,
  payment_in_progress: 409,
  wallet_insufficient: 402,
  already_owned: 409,
  not_for_sale: 409,
  cart_empty: 422,
  discount_invalid: 422,
  /** The operator's calls (docs/money.md). */
  refund_not_settled: 409,
  refund_too_large: 409,
  /** The money is in the wallet already: it can only leave it. */
  refund_outside_only: 409,
  tracking_invalid: 422,
  tracking_used: 409,
  /** The idempotency key was used for something else. */
  key_used: 409,
  account_invalid: 422,
  /** No withdrawal of a wrong amount that still has to be booked. */
  debit_not_held: 409,
  /** The operator's role does not have this call. */
  operator_role: 403,
  alarm_unknown: 404,
  bank_unknown: 422,
  mandate_unknown: 404,
  mandate_needed: 409,
  mandate_limit: 409,
  mandate_used_up: 409,
  /** The provider behind this site has no such call (docs/provider-mode.md). */
  not_offered: 404,
  provider_unreachable: 502,
  /** A part that the answer needs (database, storage, room) failed or was too slow; it is worth trying again. */
  unavailable: 503,
  /** The caller's address is not known, so no limit could hold. */
  address_unknown: 503,
  /** The site does not run on its settings (app/unsafe-settings.ts). */
  site_unsafe: 503,
  internal: 500,
  /** Spec 8.10: a route names a guard that there is none of. */
  unknown_middleware: 500,
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
