import { sql, type SQL } from 'drizzle-orm';
import { NO_REFERRER } from '../../../platform/config/constants.ts';

/** `keep`: the terms name the reason; `set` removes the user's identity. */
type Erasing = 'delete' | { keep: string; set?: SQL };

export interface PersonalTable {
  table: string;
  matchRows: (ids: SQL) => SQL;
  /** `*`: every column that `hidden` does not name. */
  hidden: readonly string[];
  /** Whole numbers above 2^53 − 1, exported as decimal text. */
  exact?: string;
  erase: Erasing;
}

const byUser = (ids: SQL) => sql`user_id IN ${ids}`;
const byMember = (ids: SQL) => sql`staff_id IN (SELECT id FROM staff WHERE user_id IN ${ids})`;
const byMobile = (ids: SQL) => sql`mobile IN (SELECT mobile FROM users WHERE id IN ${ids})`;
const byPayment = (ids: SQL) => sql`payment_id IN (SELECT id FROM payments WHERE user_id IN ${ids})`;
const selectWallets = (ids: SQL) => sql`(SELECT 'wallet:' || id FROM users WHERE id IN ${ids})`;

/** docs/account.md and the terms (profile/terms). */
const BOOKS = 'the books: what was sold, for how much and when, under a number without a name';

/** Tables about a user, for export and erasing. Hidden: secrets and internals. Users last: rows are found by them. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  { table: 'sessions', matchRows: byUser, hidden: ['token_hash', 'user_id'], erase: 'delete' },
  { table: 'known_devices', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'step_up_codes', matchRows: byUser, hidden: ['id', 'user_id', 'token_hash', 'code_hash'], erase: 'delete' },
  { table: 'login_codes', matchRows: byMobile, hidden: ['mobile', 'asker', 'code_hash'], erase: 'delete' },
  { table: 'login_devices', matchRows: byMobile, hidden: ['mobile', 'asker'], erase: 'delete' },
  { table: 'outbox', matchRows: byMobile, hidden: ['id', 'mobile', 'text', 'code'], erase: 'delete' },
  { table: 'sent_sms', matchRows: byUser, hidden: ['id', 'user_id'], erase: 'delete' },
  { table: 'staff_factors', matchRows: byMember, hidden: ['staff_id', 'secret', 'last_step'], erase: 'delete' },
  { table: 'staff_recovery_codes', matchRows: byMember, hidden: ['staff_id', 'code_hash'], erase: 'delete' },
  { table: 'staff_sessions', matchRows: byMember, hidden: ['staff_id', 'token_hash'], erase: 'delete' },
  {
    table: 'staff_passkeys',
    matchRows: byMember,
    hidden: ['staff_id', 'credential_id', 'public_key', 'counter'],
    erase: 'delete',
  },
  { table: 'staff_challenges', matchRows: byMember, hidden: ['staff_id', 'token_hash', 'challenge'], erase: 'delete' },
  {
    table: 'staff',
    matchRows: byUser,
    hidden: ['user_id'],
    erase: {
      keep: 'the name that acts of the staff go by, without a place',
      set: sql`ended_at = coalesce(ended_at, 0)`,
    },
  },
  { table: 'terms_acceptances', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'user_settings', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'user_lists', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  {
    table: 'progress',
    matchRows: (ids) => sql`profile IN (SELECT 'u' || id FROM users WHERE id IN ${ids})`,
    hidden: ['profile', 'version'],
    erase: 'delete',
  },
  { table: 'streams', matchRows: byUser, hidden: ['id', 'user_id'], erase: 'delete' },
  {
    table: 'cast_grants',
    matchRows: byUser,
    hidden: ['stream', 'user_id', 'token_hash'],
    erase: 'delete',
  },
  { table: 'comment_likes', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'comment_reports', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'ratings', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  {
    table: 'comments',
    matchRows: byUser,
    hidden: ['user_id', 'reports', 'reviewed_by'],
    erase: {
      keep: 'the place that others’ replies hang on, without its text, name and time, under a number without a name',
      set: sql`text = '', name = '', at = NULL, state = 'removed', removed_by = 'account'`,
    },
  },
  { table: 'help_messages', matchRows: byUser, hidden: ['id', 'user_id', 'operator', 'key'], erase: 'delete' },
  {
    table: 'help_threads',
    matchRows: byUser,
    hidden: ['user_id', 'key', 'rev', 'waits_since', 'read_message'],
    erase: 'delete',
  },
  {
    table: 'compensations',
    matchRows: byUser,
    hidden: ['id', 'key', 'user_id', 'operator', 'case_id', 'undone_by'],
    erase: { keep: BOOKS, set: sql`reason = ''` },
  },
  {
    table: 'account_notes',
    matchRows: byUser,
    hidden: ['id', 'key', 'user_id', 'operator'],
    erase: 'delete',
  },
  {
    table: 'account_blocks',
    matchRows: byUser,
    hidden: ['id', 'user_id', 'operator', 'ended_by'],
    erase: 'delete',
  },
  {
    table: 'mobile_changes',
    matchRows: byUser,
    hidden: ['id', 'key', 'user_id', 'operator'],
    erase: 'delete',
  },
  { table: 'stream_failures', matchRows: byUser, hidden: ['stream', 'user_id'], erase: 'delete' },
  { table: 'read_days', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  {
    table: 'audit_subjects',
    matchRows: (ids) => sql`subject IN (SELECT 'account:' || id FROM users WHERE id IN ${ids})`,
    hidden: ['subject'],
    erase: 'delete',
  },
  { table: 'name_words', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'outage_viewers', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  // Operators' own words, and what they were shown.
  {
    table: 'approval_decisions',
    matchRows: (ids) => sql`approval_id IN (SELECT id FROM approvals WHERE user_id IN ${ids})`,
    hidden: ['decided_by', 'decider', 'call_id'],
    erase: { keep: BOOKS, set: sql`reason = ''` },
  },
  {
    table: 'approvals',
    matchRows: byUser,
    hidden: ['key', 'permission', 'roles', 'user_id', 'request', 'requested_by', 'requester'],
    erase: { keep: BOOKS, set: sql`reason = ''` },
  },
  {
    table: 'subscription_pauses',
    matchRows: byUser,
    hidden: ['id', 'key', 'user_id'],
    erase: 'delete',
  },
  { table: 'last_plays', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'renewal_questions', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'direct_debit_settings', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'direct_debit_series', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  { table: 'direct_debit_charges', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  {
    table: 'mandate_withdrawals',
    matchRows: (ids) => sql`mandate_id IN (SELECT id FROM mandates WHERE user_id IN ${ids})`,
    hidden: [],
    erase: 'delete',
  },
  {
    table: 'mandates',
    matchRows: byUser,
    hidden: ['user_id', 'token', 'authorization_id', 'claimed_at'],
    erase: 'delete',
  },
  { table: 'purchases', matchRows: byUser, hidden: ['user_id'], erase: 'delete' },
  {
    table: 'ledger_entries',
    matchRows: (ids) => sql`(account IN ${selectWallets(ids)} OR ${byPayment(ids)})`,
    hidden: ['id', 'key'],
    erase: { keep: BOOKS },
  },
  {
    table: 'ledger_closings',
    matchRows: (ids) => sql`account IN ${selectWallets(ids)}`,
    hidden: [],
    erase: { keep: BOOKS },
  },
  { table: 'purchase_keys', matchRows: byUser, hidden: ['user_id', 'key'], erase: 'delete' },
  { table: 'refund_lines', matchRows: byPayment, hidden: [], erase: { keep: BOOKS } },
  // `reason` is an operator's own words.
  {
    table: 'refunds',
    matchRows: byPayment,
    hidden: ['key', 'request', 'operator', 'before', 'after', 'undone_by'],
    erase: { keep: BOOKS, set: sql`reason = ''` },
  },
  {
    table: 'corrections',
    matchRows: (ids) =>
      sql`(from_account IN ${selectWallets(ids)} OR to_account IN ${selectWallets(ids)} OR ${byPayment(ids)})`,
    hidden: ['key', 'operator'],
    erase: { keep: BOOKS, set: sql`reason = ''` },
  },
  // A freed use would exceed the code's limit.
  { table: 'discount_uses', matchRows: byUser, hidden: ['user_id'], erase: { keep: BOOKS } },
  { table: 'screening_seats', matchRows: byUser, hidden: ['user_id'], erase: { keep: BOOKS } },
  { table: 'bank_references', matchRows: byPayment, hidden: [], erase: { keep: BOOKS } },
  { table: 'gift_cards', matchRows: byPayment, hidden: ['code_hash'], erase: { keep: BOOKS } },
  { table: 'gift_redemptions', matchRows: byUser, hidden: ['user_id'], erase: { keep: BOOKS } },
  { table: 'payment_lines', matchRows: byPayment, hidden: [], erase: { keep: BOOKS } },
  { table: 'payment_checks', matchRows: byPayment, hidden: ['id'], erase: { keep: BOOKS, set: sql`card = NULL` } },
  {
    table: 'payments',
    matchRows: byUser,
    hidden: ['user_id', 'token', 'pay_url', 'fingerprint', 'claimed_at', 'checked_at'],
    exact: 'referrer',
    erase: { keep: BOOKS, set: sql`card = NULL, pay_url = NULL, return_path = NULL` },
  },
  {
    table: 'users',
    matchRows: (ids) => sql`id IN ${ids}`,
    hidden: [],
    exact: 'ref',
    erase: {
      keep: 'the number without a name that the books go by',
      set: sql`mobile = 'erased:' || id, name = '', comment_name = NULL, subscribed_until = 0, paused_until = 0, ref = ${NO_REFERRER}, erase_at = NULL, blocked_at = NULL`,
    },
  },
];

/** A test checks that every other table is listed here. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  all_titles: 'the catalogue',
  provider_purchases: 'hashes of a provider’s sessions, for thirty days; no account of ours',
  ledger_seals: 'hashes of entries of the ledger',
  ledger_walk: 'where the verification of the ledger continues',
  genres: 'the catalogue',
  title_genres: 'the catalogue',
  title_countries: 'the catalogue',
  title_languages: 'the catalogue',
  title_counts: 'the catalogue',
  title_facets: 'the catalogue',
  title_facet_counts: 'the catalogue',
  title_feedback: 'counts of a title: comments, votes and the sum of their stars',
  title_prices: 'the catalogue',
  people: 'the catalogue: names of artists as they are credited',
  people_counts: 'the catalogue',
  credits: 'the catalogue',
  desk_people: 'the catalogue, and the names of operators who made people in it',
  person_changes: 'the catalogue: portraits of artists as the desk changed them, and the names of operators who did',
  person_merges: 'the catalogue: names of artists that were one, and the names of operators who said so',
  lists: 'the catalogue',
  list_titles: 'the catalogue',
  sliders: 'the catalogue',
  categories: 'the catalogue',
  channels: 'the catalogue',
  programmes: 'the catalogue',
  magazines: 'the catalogue',
  issues: 'the catalogue',
  chapters: 'the catalogue',
  title_days: 'counts without a viewer',
  front_changes: 'the front of the house as the desk arranged it, and the names of operators who did',
  front_turns: 'seconds at which the front of the house changes',
  title_changes: 'the catalogue as the desk changed it, and the names of operators who did',
  title_price_plans: 'prices of titles that begin later, and the names of operators who planned them',
  title_publications: 'when titles come out, and the names of operators who planned it',
  track_changes: 'sounds and subtitles of films as the desk changed them, and the names of operators who did',
  uploads: 'files of films, their names, and the names of operators who sent them',
  upload_parts: 'parts of files of films',
  ingest_jobs: 'files of films in the queue, and the names of operators who sent them',
  title_leases: 'who edits a title, by the names of operators, until the next one does',
  title_related: 'the catalogue',
  title_stills: 'the catalogue',
  title_timelines: 'the catalogue',
  picture_crops: 'the catalogue',
  social_pictures: 'the catalogue',
  seasons: 'the catalogue',
  media_facts: 'the catalogue',
  markers: 'the catalogue',
  downloads: 'the catalogue: files that can be bought',
  screenings: 'the catalogue',
  search_docs: 'the catalogue, as the search reads it',
  search_words: 'the catalogue, as the search reads it',
  search_index: 'the catalogue, as the search reads it',
  imported_titles: 'the catalogue',
  catalogue_imports: 'the catalogue, and the names of operators who load files',
  plans: 'what is sold',
  plan_limits: 'what is sold',
  plan_prices: 'what is sold, and the names of operators who set it',
  plan_sales: 'what is sold, and the names of operators who decided it',
  plan_texts: 'names of what is sold, and of the operators who wrote them',
  trial_rules: 'what a new account is given, and the names of operators who decided it',
  discount_codes: 'what is sold; whose payment used a code is in payments',
  gift_batches: 'what was sold outside, to a shop without an account, and the names of operators who made it',
  settings: 'the site’s own',
  site_texts: 'the site’s own, and the names of operators who wrote them',
  episode_releases: 'the catalogue',
  episode_release_cursor: 'the site’s own',
  operator_audit: 'what operators did: their names, from where, and numbers of payments, alarms and accounts',
  names_waiting: 'numbers of accounts whose name is folded in the next tick',
  audit_walk: 'the site’s own: where the verification of the trail continues',
  audit_seals: 'hashes of rows of operator_audit',
  day_seals: 'hashes of rows of compensations',
  day_closings: 'sums of the ledger, and the names of operators who closed a day',
  staff_keys: 'keys of machines, without their secrets',
  comment_words: 'the site’s own: words that hold a comment, and which member set them',
  comment_rules: 'the site’s own',
  compensation_cases: 'faults of the site, and for how many people days were given',
  moderation_batches: 'numbers of comments with their states before a decision, for an hour',
  desk_hours: 'counts of an hour, of the whole site',
  empty_searches: 'counts of an hour: folded queries without a number, an address or a code, of no viewer',
  qoe_days: 'counts of a day: how well films play, of no viewer',
  qoe_starts: 'counts of a day: how long films take to begin, of no viewer',
  plays: 'keyed hashes that change each day, so no row says who watched',
  mandate_revocations: 'what a bank still has to be told: its own number of an authorization, of no account here',
  kids_sessions: 'a random id of a browser with its PIN’s keyed hash: of no account',
  rate_limits: 'keyed hashes that nobody comes back from, until the budget is full again: two days at most',
  alarms: 'what an operator has to look at: numbers of payments, no names',
  sandbox_bills: 'the sandbox bank’s books, of demonstrations only',
  sandbox_withdrawals: 'the sandbox bank’s books, of demonstrations only',
};
