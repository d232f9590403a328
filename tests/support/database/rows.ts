/** Rows of the database's tables as tests need them. A test says only what it is about; the rest is plain. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

const NAMES = { name_fa: 'ف', name_en: 'f' };
const TITLE = {
  ...NAMES,
  ...{ kind: 'movie', name_latin: '', year: 2000, minutes: 90, age: 0, views: 0, access: 'subscription' },
  ...{ release: 'released', synopsis_fa: '', synopsis_en: '', iranian: 1, updated_at: 0 },
};

/** Values of columns that every row must have, where one value is as good as another. */
const PLAIN = {
  account_blocks: { blocked_at: 0, reason: 'r', operator: 'o' },
  account_notes: { key: 'k', operator: 'o', text: 'f', created_at: 0 },
  alarms: { kind: 'books', text: '', created_at: 0, next_try_at: 0 },
  all_titles: TITLE,
  approval_decisions: { decision: 'void', decider: '', reason: '', decided_at: 0 },
  approvals: {
    ...{ key: 'k', kind: 'refund', permission: 'payments.refund', roles: '["owner"]', user_id: 1, subject: 's' },
    ...{ request: '{}', preview: '{}', reason: 'r', requested_by: 2, requester: 'o', requested_at: 0 },
    expires_at: 4_000_000_000,
  },
  audit_subjects: { audit_id: 1 },
  bank_references: { gateway: 'saman', terminal: 't', state: 'asked', asked_at: 0 },
  catalogue_imports: { rows: 1, started_at: 0, written_at: 0 },
  categories: { persian_name: 'ف', english_name: 'f', filter: '{}', position: 0 },
  channels: { ...NAMES, synopsis_fa: '', synopsis_en: '' },
  comment_likes: { created_at: 0 },
  comment_reports: { reason: 'other', created_at: 0 },
  comment_words: { shown: 'f', holds: 1, changed_by: 'o', changed_at: 0 },
  comments: { text: 'f', state: 'shown', created_at: 0 },
  compensations: { days: 1, reason: 'r', operator: 'o', created_at: 0 },
  compensation_cases: {
    ...{ kind: 'subscription', subject: 0, starts_at: 0, ends_at: 1, days: 1, state: 'proposed', reason: 'r' },
    ...{ proposer: '', created_at: 0 },
  },
  corrections: { reason: '', operator: 'o', created_at: 0 },
  day_closings: { id: 1, entries: 0, last_entry: 0, sums: '[]', hash: '' },
  desk_hours: { part: '', value: 0 },
  direct_debit_charges: { kind: 'renewal', item_id: 0, state: 'open', attempts: 0, next_try_at: 0, created_at: 0 },
  direct_debit_series: { since: 0 },
  direct_debit_settings: { subscription: 1, pay_anything: 0, bank: '012' },
  discount_codes: { percent: 10, bonus_days: 0, ends_at: 4_000_000_000, max_uses: 1000, uses_per_user: 1 },
  discount_uses: {},
  downloads: { quality: '240p', bytes: 1000, toman: 3000 },
  empty_searches: { searches: 1 },
  genres: { label_fa: 'ف', label_en: 'f', position: 0 },
  front_changes: { before: '[]', after: '[]', created_at: 0 },
  gift_batches: { key: 'k', request: '{}', worth: 1, reason: 'r', operator: 'o', maker: 'o', created_at: 0 },
  gift_cards: { tail: 'TAIL', payment_id: 'p', line: 0, created_at: 0 },
  gift_redemptions: { redeemed_at: 0 },
  help_messages: { author: 'user', text: 'f', created_at: 0 },
  help_threads: { kind: 'other', state: 'open', rev: 0, created_at: 0, changed_at: 0, waits_since: 0 },
  ingest_jobs: {
    ...{ upload_id: 'u', title_id: 10, kind: 'film', name: 'film.mkv', bytes: 1000, operator: 'o' },
    ...{ created_at: 0, updated_at: 0 },
  },
  issues: { ...NAMES, date: '2026-01-01' },
  last_plays: {},
  kids_sessions: { pin_hash: '', created_at: 0 },
  known_devices: { browser: 'Firefox', system: 'Linux', first_at: 0 },
  ledger_entries: { event: 'e', account: 'vat', payment_id: '', created_at: 0 },
  ledger_seals: { day: '', marks: '12345678901', hash: '', sealed_at: 0 },
  ledger_walk: { id: 1 },
  lists: { ...NAMES, position: 0 },
  login_codes: { asker: 'a', code_hash: 'x', tries_left: 3 },
  login_devices: { asker: 'x' },
  magazines: { title: 'ف', title_en: 'f', kind: 'magazine', synopsis_fa: '', synopsis_en: '' },
  media_facts: { sounds: '[]', subtitles: '[]', height: 720 },
  mobile_changes: { key: 'k', old_mobile: '', new_mobile: '', reason: 'r', operator: 'o', started_at: 0 },
  mandate_withdrawals: { mandate_id: 'm', requested_at: 0 },
  mandates: {
    ...{ provider: 'vandar', bank: '012', mobile: '', state: 'active', limit_toman: 1_000_000, count_per_month: 10 },
    ...{ ends_on: '2099-01-01', created_at: 0 },
  },
  markers: {},
  operator_audit: { operator: 'o', action: 'getAccount', subject: '', created_at: 0 },
  outage_viewers: {},
  outbox: { mobile: '09120000001', text: '', code: '1111' },
  payment_checks: { kind: 'callback', outcome: 'paid', said_at: 0 },
  payment_lines: { ...NAMES, line: 0, kind: 'title', item_id: 10, list_price: 100, discount: 0, vat: 10, total: 110 },
  payments: {
    ...{ user_id: 1, purpose: 'wallet', state: 'pending', method: 'saman', price: 1, discount: 0, vat: 0, total: 1 },
    ...{ fingerprint: 'f', referrer: 4, commission: 0, created_at: 0, expires_at: 0, checked_at: 0 },
  },
  name_words: { word: 'f' },
  names_waiting: {},
  moderation_batches: { state: 'shown', before: '[]', operator: 'o', created_at: 0 },
  people: { ...NAMES, sort_key: 'f' },
  person_merges: { person: '{}', credits: '[]', followers: '[]', operator: 'o', reason: 'r', created_at: 0 },
  plan_limits: {},
  plan_prices: { operator: 'o', reason: 'r', created_at: 0 },
  plan_sales: { is_sold: 0, key: 'k', operator: 'o', reason: 'r', created_at: 0 },
  plan_texts: { ...NAMES, description: '', description_en: '', key: 'k', operator: 'o', reason: 'r', created_at: 0 },
  plans: { ...NAMES, toman: 100_000, days: 30, description: '', description_en: '' },
  plays: { day: 1, counted: 1 },
  programmes: { ...NAMES, minutes: 60 },
  progress: { duration: 100, since: 0, seen: 0, points: '[]', at: 0, last: 0 },
  purchase_keys: { request: '', created_at: 0 },
  purchases: { kind: 'title', payment_id: 'p', title_id: 10, bought_at: 0 },
  qoe_days: { exits: 0, failures: 0, stalls: 0 },
  qoe_starts: {},
  rate_limits: {},
  read_days: {},
  ratings: { rated_at: 0 },
  renewal_questions: { asked_at: 0 },
  refund_lines: { line: 0, vat: 0 },
  refunds: { request: '', destination: 'wallet', reason: '', operator: 'o', created_at: 0 },
  sandbox_bills: { kind: 'payment', state: 'open', rial: 10_000, callback_url: '', created_at: 0 },
  sandbox_withdrawals: { rial: 10_000, done: 1 },
  seasons: {},
  screening_seats: {},
  screenings: { hours: 24, toman: 70_000 },
  sent_sms: { kind: 'code', state: 'sent', sent_at: 0 },
  sessions: { user_id: 1, created_at: 0 },
  settings: { value: '{}' },
  site_texts: { part: 'terms', value: '{}', details: '{}', operator: 'o', reason: 'r', created_at: 0 },
  sliders: {},
  staff_keys: { permissions: '[]', added_by: 'o', added_at: 0 },
  staff_challenges: { use: 'open', challenge: 'c', expires_at: 4_000_000_000 },
  staff_factors: { secret: 'encrypted secret' },
  staff_passkeys: { credential_id: 'id', public_key: 'key', counter: 0, transports: '[]', name: 'n', added_at: 0 },
  staff_recovery_codes: { code_hash: 'hash of a code' },
  staff_sessions: { began_at: 0, ends_at: 4_000_000_000, confirmed_at: 0 },
  staff: { role: 'viewer', added_by: 'o', added_at: 0 },
  stream_failures: { answers: 3, last_at: 0 },
  streams: { item: 't1', browser: '', system: '', began_at: 1 },
  subscription_pauses: { months: 1 },
  terms_acceptances: { version: 0, accepted_at: 0, asked: 1 },
  title_countries: { position: 0 },
  title_genres: { kind: 'movie', views: 0 },
  title_languages: { position: 0 },
  title_publications: { hide_id: 1, operator: 'o', created_at: 0 },
  title_stills: {},
  title_timelines: {},
  title_price_plans: { toman: 5000, sale: 'beside', operator: 'o', reason: 'r', created_at: 0 },
  title_prices: { sale: 'beside' },
  title_changes: { rev: 1, field: 'name_fa', save: 's', operator: 'o', reason: '', created_at: 0 },
  titles: TITLE,
  trial_rules: { days: 1, key: 'k', operator: 'o', reason: 'r', created_at: 0 },
  user_lists: { list: 'later', added_at: 0 },
  users: { subscribed_until: 0, ref: 4, created_at: 0 },
} as const satisfies Record<string, Row>;

export type Table = keyof typeof PLAIN;
/** Beyond what a statement can be given as a value: numbers above 2^53. */
type Literal = Value | bigint;
type Verb = 'INSERT' | 'INSERT OR IGNORE' | 'INSERT OR REPLACE';

const complete = (table: Table, row: Row): Row => ({ ...PLAIN[table], ...row });

/** The statement and the values of one row. */
function buildInsert(table: Table, row: Row, verb: Verb = 'INSERT'): { sql: string; values: Value[] } {
  const fullRow = complete(table, row);
  const columns = Object.keys(fullRow);
  const sql = `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  return { sql, values: Object.values(fullRow) };
}

/** One row as text, for a database that takes whole statements. */
export function buildInsertText(table: Table, row: Readonly<Record<string, Literal>>, verb: Verb = 'INSERT'): string {
  const fullRow: Readonly<Record<string, Literal>> = { ...PLAIN[table], ...row };
  const values = Object.values(fullRow).map(toLiteral);
  return `${verb} INTO ${table} (${Object.keys(fullRow).join(', ')}) VALUES (${values.join(', ')});`;
}

export function prepareRow(db: D1Database, table: Table, row: Row, verb?: Verb): D1PreparedStatement {
  const { sql, values } = buildInsert(table, row, verb);
  return db.prepare(sql).bind(...values);
}

/** Any number of rows by one statement; all have the columns of the first. */
export function prepareRows(db: D1Database, table: Table, rows: readonly Row[]): D1PreparedStatement {
  const fullRows = rows.map((row) => complete(table, row));
  const columns = Object.keys(fullRows[0] ?? {});
  const odd = fullRows.find((row) => Object.keys(row).join() !== columns.join());
  if (odd) throw new Error(`${table}: ${Object.keys(odd).join()} are not the columns of the first row`);
  const values = columns.map((column) => `value ->> '${column}'`).join(', ');
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM json_each(?)`;
  return db.prepare(sql).bind(JSON.stringify(fullRows));
}

export async function addRow(db: D1Database, table: Table, row: Row, verb?: Verb): Promise<void> {
  await prepareRow(db, table, row, verb).run();
}

export async function addRows(db: D1Database, table: Table, rows: readonly Row[]): Promise<void> {
  await prepareRows(db, table, rows).run();
}

/** For a test that has a function of its own for statements. */
export function runRow<R>(run: (sql: string, ...values: Value[]) => R, table: Table, row: Row): R {
  const { sql, values } = buildInsert(table, row);
  return run(sql, ...values);
}

/** `count` rows by one statement. `columns` hold SQL of a row's number `i`, which begins at `first`. */
export function buildFill(table: Table, count: number, columns: Readonly<Record<string, string>>, first = 0): string {
  const plain = Object.entries<Value>(PLAIN[table]).map(([name, value]): [string, string] => [name, toLiteral(value)]);
  const allColumns = { ...Object.fromEntries<string>(plain), ...columns };
  const numbers = `WITH RECURSIVE n(i) AS (SELECT ${String(first)} UNION ALL SELECT i + 1 FROM n WHERE i < ${String(first + count - 1)})`;
  return `${numbers} INSERT INTO ${table} (${Object.keys(allColumns).join(', ')}) SELECT ${Object.values(allColumns).join(', ')} FROM n`;
}

function toLiteral(value: Literal): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
