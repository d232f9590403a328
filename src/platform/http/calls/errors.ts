/** Error code to HTTP status. Texts are `error_<code>` in locales/. */
export const ERROR_STATUS = {
  invalid_body: 400,
  invalid_json: 400,
  invalid_input: 422,
  body_too_large: 413,
  unsupported_media_type: 415,
  not_found: 404,
  method_not_allowed: 405,
  headers_too_large: 431,
  overloaded: 503,
  unauthenticated: 401,
  forbidden: 403,
  forbidden_origin: 403,
  too_many_requests: 429,
  mobile_invalid: 422,
  mobile_same: 422,
  mobile_taken: 409,
  mobile_unproved: 409, // A number of a change is not proved by its code
  mobile_change_unknown: 404,
  mobile_change_over: 409,
  code_invalid: 422,
  code_wrong_or_expired: 422,
  /** A browser that has none of the cookies that were set with the code. */
  cookies_blocked: 422,
  code_too_soon: 429,
  code_queue: 429,
  code_daily_limit: 429,
  code_address_limit: 429,
  sms_failed: 502,
  code_needed: 403,
  compensation_unknown: 404,
  compensation_subject: 404,
  compensation_period: 422,
  compensation_overlap: 409,
  compensation_reach: 409,
  compensation_closed: 409,
  compensation_stale: 409,
  compensation_second: 403,
  sms_template_none: 503,
  sms_unavailable: 503,
  account_cancelled: 409, // Spec 8.16; the same code restores it.
  account_blocked: 403,
  device_unknown: 404,
  list_full: 409,
  kids_pin_invalid: 422,
  kids_pin_wrong: 422,
  kids_pin_locked: 429,
  kids_already: 409,
  kids_not_on: 409,
  /** No signing key, or a provider's API, whose titles cannot be filtered. */
  kids_unavailable: 503,
  kids_not_allowed: 403,
  title_not_found: 404,
  upload_version: 412, // A client of another version of tus
  upload_length: 400,
  upload_metadata: 400,
  upload_title: 422, // The title takes no such file
  upload_too_large: 413,
  upload_many: 409,
  upload_unknown: 404,
  upload_whole: 409,
  upload_offset: 409, // Not the offset that the next part begins at
  upload_locked: 423, // Another request sends or stores this part
  upload_busy: 503, // This process holds as many parts as it may
  upload_part: 400, // Neither a whole part nor the file's end
  upload_checksum: 460, // Of tus: the bytes are not those of the checksum
  upload_checksum_unknown: 400,
  upload_disk_full: 507,
  upload_storage: 503, // The part could not be stored just now
  ingest_unknown: 404,
  ingest_lost: 409, // The job is another worker's by now, or was cancelled
  tracks_none: 409, // The title plays no film whose tracks could be changed
  tracks_changed: 409, // Somebody else changed the tracks since they were read
  subtitle_unknown: 404,
  subtitle_empty: 422,
  sound_unknown: 404,
  sound_name: 422,
  ingest_state: 409, // The job is over, or not yet
  title_changed: 409, // Somebody else changed one of the fields since they were read
  title_held: 409, // Somebody else edits it now: an act on many leaves it out
  title_change_unknown: 404,
  title_change_stays: 409, // An undo is not taken back: the field is written again
  title_change_over: 409, // The field has another value by now
  title_hidden_file: 409, // Its file hides it, and shows it again
  title_series_unknown: 404, // A new episode names no series
  import_unknown: 404, // Not this member's, or ended
  import_order: 409, // A part before it is not written
  title_field: 422, // An episode has it from its series
  title_credits: 422,
  title_related: 422,
  title_price_debit: 409, // A direct debit collects the price of its episodes
  cast_unknown: 404,
  cast_self: 422,
  cast_exists: 409, // Somebody has the name, and the caller did not say that this is another
  cast_merge_changed: 409, // Other credits than the rehearsal showed
  cast_merge_unknown: 404,
  title_name: 422,
  title_text: 422,
  title_seo_title: 422, // Above SEO_TITLE or SEO_DESCRIPTION of src/features/titles/seo-texts.ts
  title_seo_description: 422,
  title_year: 422,
  title_minutes: 422,
  title_age: 422,
  title_order: 422,
  title_day: 422,
  title_countries: 422,
  title_networks: 422,
  title_networks_many: 422,
  timeline_list: 422, // Not a list, a kind twice, or too many
  timeline_time: 422,
  timeline_order: 422, // The end is not after the beginning
  timeline_overlap: 422,
  timeline_length: 422, // Outside the film
  title_choice: 422, // Of access or release: one of the listed ones
  picture_empty: 422,
  picture_large: 413,
  picture_format: 415, // Neither JPEG, PNG, WebP nor AVIF
  picture_name: 415, // Its name says another format
  picture_damaged: 422,
  picture_animated: 422,
  picture_pixels: 422,
  picture_narrow: 422,
  picture_shape: 422,
  picture_stills: 422, // 20 are there
  picture_none: 404, // Nothing to cut a part from
  picture_crop: 422, // Outside of the picture, or of another ratio
  picture_crop_small: 422, // Fewer pixels than the ratio needs
  film_frames: 404, // No film, or one without a storyboard or H.264
  title_list: 422, // An entry that nobody knows, or more than 20
  front_changed: 409, // Somebody else changed the part since it was read
  front_change_unknown: 404,
  front_change_stays: 409, // An undo, or a list's first change
  front_change_over: 409, // The part is another by now
  front_title: 422, // The catalogue lacks it
  front_double: 422, // A list has a title once
  front_window: 422, // It would end before it begins
  front_list_unknown: 404,
  front_screening_unknown: 404,
  front_channel_unknown: 404,
  front_magazine_unknown: 404,
  front_issue_unknown: 404,
  front_issue_taken: 409, // Of the same number, with other facts
  front_magazine_fixed: 409, // The menu leads to the newspaper and the studio
  front_studio: 409, // It has videos
  front_screening_taken: 409, // Of the same title and time, with other facts
  front_same_time: 422, // Two programmes begin at one minute
  front_media: 422, // A folder or a picture that no programme has
  front_capacity: 409, // Fewer seats than people who have a ticket or are paying for one
  front_tickets: 409, // Who has a ticket would lose some of it
  front_key_used: 409,
  front_source: 422, // Not an https address of a public host
  cart_title_unknown: 400, // Spec 8.15: the browser shows the 404 page.
  media_unavailable: 503,
  media_link_expired: 403,
  download_link_expired: 403,
  media_foreign: 403,
  /** The viewer's right has ended since the address was signed. */
  media_key_refused: 403,
  cast_not_allowed: 403,
  cast_protected: 403,
  licence_off: 404,
  licence_refused: 403,
  licence_stream: 409,
  licence_key: 403,
  licence_challenge: 422,
  licence_denied: 403,
  licence_unreachable: 502,
  /** The plan's streams are in use; another device has stopped this one. */
  streams_full: 409,
  stream_stopped: 409,
  download_not_allowed: 403,
  outside_area: 403, // Neither plays nor sells in the country or on the network of the request
  media_storage: 503,
  precondition_failed: 412,
  range_not_satisfiable: 416,
  live_needs_subscription: 403,
  replay_needs_title: 403,
  programme_unavailable: 404,
  live_unavailable: 503, // No slate is stored, or the stream's address is not allowed
  live_source_failed: 502,
  comment_unknown: 404,
  comment_empty: 422,
  comment_too_long: 422,
  comment_time: 422,
  comment_repeated: 409,
  comment_too_soon: 429,
  rules_changed: 409, // Somebody else set the rules since they were read
  words_full: 409,
  service_off: 409, // The settings do not name it, or lack something that it needs
  service_person: 403, // A key has no mobile number
  service_template: 409, // No template of notices
  site_colour: 422, // Not `#rrggbb`
  site_contrast: 422, // Letters in it, or on it, are below WCAG 2.2 AA
  site_details: 422, // Its fields say why
  site_empty: 422,
  site_link: 422, // Not an https address of a public name
  site_logo_format: 422,
  site_logo_missing: 422, // No such picture is stored
  site_name: 422,
  site_networks: 422, // Not AS numbers
  site_phone: 422,
  site_text_changed: 409, // Somebody else saved the part since it was read
  site_text_same: 422,
  site_version_unknown: 404,
  rating_not_watched: 403,
  help_unknown: 404,
  help_changed: 409, // Somebody else wrote since the thread was read
  help_empty: 422,
  help_too_long: 422,
  help_full: 409,
  help_limit: 429,
  room_gone: 404,
  room_full: 409,
  room_too_many: 429,
  room_not_entitled: 403,
  upgrade_required: 426,
  amount_invalid: 422,
  amount_too_small: 422,
  amount_too_large: 422,
  plan_unknown: 404,
  plan_withdrawn: 410, // Not sold now
  gateway_unknown: 422,
  gateway_none: 503,
  gateway_failed: 502, // Spec 8.13.
  payment_unknown: 404,
  payment_unconfirmed: 502, // A provider did not say whether it took the money
  payment_in_progress: 409,
  idempotency_key_invalid: 400,
  idempotency_key_used: 422,
  wallet_insufficient: 402,
  already_owned: 409,
  not_for_sale: 409,
  screening_full: 409, // Each seat is sold or being paid for
  price_changed: 409,
  cart_empty: 422,
  discount_invalid: 422,
  discount_other_plan: 422,
  discount_code_unknown: 404,
  discount_code_taken: 409,
  discount_code_spelling: 422,
  discount_empty: 422, // Neither per cent nor days
  discount_dates: 422,
  discount_ends_before: 422, // It ends earlier than the time that was chosen
  discount_uses_order: 422, // More for one account than for all
  discount_uses_below: 422, // Fewer than are used already
  discount_code_changed: 409, // Somebody else changed it since it was read
  starts_past: 422,
  plan_changed: 409, // Somebody else changed it since it was read
  plan_price_same: 422,
  plan_price_discount: 422,
  plan_price_date: 409, // Another price of the plan begins at that second
  plan_price_unknown: 404,
  plan_price_begun: 409,
  plan_sale_same: 422,
  plan_sale_date: 409, // Another change of its sale begins at that second
  plan_sale_unknown: 404,
  plan_sale_begun: 409,
  plan_texts_same: 422,
  plan_texts_date: 409, // Other texts of it begin at that second
  plan_texts_unknown: 404,
  plan_texts_begun: 409,
  trial_changed: 409, // Somebody else changed the rules since they were read
  trial_same: 422,
  trial_date: 409, // Another rule begins at that second
  trial_unknown: 404,
  trial_begun: 409,
  starts_far: 422,
  refund_not_settled: 409,
  refund_too_large: 409,
  refund_outside_only: 409, // The money is already in the wallet, or the account is erased.
  gift_unknown: 404,
  gift_invalid: 422,
  gift_unavailable: 503, // No signing key, from which codes are derived
  gift_above_price: 422,
  gift_codes_shown: 409, // Once, to who made the batch
  gift_not_refundable: 409, // Redeemed, or a part of a card
  tracking_invalid: 422,
  tracking_used: 409,
  key_used: 409,
  account_invalid: 422,
  debit_not_held: 409,
  operator_role: 403,
  staff_closed: 403, // A member whose second factor opened no session here, or twelve hours ago
  staff_confirm: 403, // Money and staff ask for a code of the last minutes
  account_member: 409,
  block_exists: 409,
  block_none: 409,
  erasure_none: 409,
  note_empty: 422,
  note_too_long: 422,
  staff_unknown: 404,
  staff_no_account: 404,
  staff_exists: 409,
  staff_factor_set: 409,
  staff_factor_missing: 409,
  passkey_refused: 422, // Of another origin, key, member or challenge, or a counter that went back
  passkey_unknown: 404,
  passkeys_full: 409,
  staff_last_factor: 409,
  staff_owner_alone: 403,
  staff_self: 409,
  staff_last_owner: 409,
  staff_changed: 409,
  undo_over: 409, // Ten minutes later, or by a clock that went back
  undo_done: 409,
  undo_changed: 409, // Something was bought or decided since
  undo_spent: 409, // The wallet holds less than the refund gave
  undo_outside: 409, // The money has left the house
  own_account: 403, // A member's own money or days: another member's to move
  approval_required: 409,
  /** A key or a limited token: requests and approvals are of members. */
  approval_person: 403,
  approval_unknown: 404,
  approval_self: 403,
  approval_closed: 409,
  approval_expired: 409,
  approval_void: 409,
  approval_stale: 409,
  books_open: 409, // The day is not over
  books_closed: 409,
  books_unbalanced: 409,
  books_stale: 409, // Another number of entries than was shown
  alarm_unknown: 404,
  alarm_taken: 409, // Another member has it
  alarm_over: 409,
  person_unknown: 404,
  bank_unknown: 422,
  pause_nothing: 409,
  pause_running: 409,
  pause_too_soon: 409,
  renewal_price_changed: 409,
  renewal_question_over: 409,
  mandate_unknown: 404,
  mandate_needed: 409,
  mandate_limit: 409,
  mandate_used_up: 409,
  not_offered: 404,
  provider_unreachable: 502,
  invalid_answer: 502,
  /** The door's: the origin gives no answer (src/host/cloudflare/door). */
  origin_unreachable: 503,
  origin_answer_lost: 503,
  door_loop: 508,
  unavailable: 503,
  address_unknown: 503,
  site_unsafe: 503,
  internal: 500,
  unknown_middleware: 500, // Spec 8.10.
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ApiError {
  // Spec 8.01; `errors` by field: 3.22.
  status: number;
  code: ErrorCode | 'unknown' | 'network'; // `unknown`: a provider's own code.
  message: string;
  message_fa: string;
  errors: Record<string, string[]>;
  retry_after: number | null; // seconds
}
