import { createHash } from 'node:crypto';
import { isoDay } from '../../../src/platform/text/iso-day.ts';
import { prepareRow, type Row, type Table } from '../database/rows.ts';
import { sessionRow, userRow } from './prepared-site.ts';

export const TOKEN = 'session-of-a-member-of-the-desk';
export const PAID = 'paid0000000000000000';
export const FILM = 52;
export const SERIES = 201;
export const CHANNEL = 401;
export const LIST = 'top-films';
export const MAGAZINE = 501;
/** A day of the book that was closed. */
export const CLOSED_DAY = isoDay(Math.floor(Date.now() / 1000) - 2 * 24 * 60 * 60);
/** Markup that would run, and marks that turn a line around: an override, an isolate without its end, a mark. */
export const HOSTILE = '\u202e\u2067\u200f"\'><img src=x onerror="document.title=1"><b>x';

/** Every text of the desk that somebody else types. */
export async function addHostileRows(db: D1Database): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const add = (table: Table, row: Row) => prepareRow(db, table, row);
  const change = (text: string, ...values: (string | number)[]) => db.prepare(text).bind(...values);
  const [operator, reason, name] = [`person:${HOSTILE}`, HOSTILE, HOSTILE];
  const names = { name_fa: HOSTILE, name_en: HOSTILE };
  const times = { created_at: now - 3600 };
  await db.batch([
    userRow(db, 901, '09121111111'),
    userRow(db, 902, '09122222222'),
    change('UPDATE users SET name = ? WHERE id > 900', name),
    sessionRow(db, 901, TOKEN, { browser: HOSTILE, system: HOSTILE, daysAgo: 0 }),
    sessionRow(db, 902, 'another', { browser: HOSTILE, system: HOSTILE, daysAgo: 0 }),
    add('staff', { id: 91, user_id: 901, name, role: 'owner', added_by: operator }),
    add('staff_factors', { staff_id: 91, confirmed_at: now }),
    add('staff_sessions', {
      ...{ token_hash: createHash('sha256').update(TOKEN).digest('hex'), staff_id: 91 },
      ...{ began_at: now, ends_at: now + 10 * 3600, confirmed_at: now },
    }),
    add('staff_passkeys', { staff_id: 91, name }),
    add('staff_keys', { name, secret_hash: 'x', permissions: '["alarms.read"]', added_by: operator }),
    add('payments', {
      ...{ id: PAID, user_id: 902, state: 'settled', fingerprint: 'f9', token: HOSTILE, reference: HOSTILE },
      ...{ trace: HOSTILE, card: HOSTILE, ...times, expires_at: now, settled_at: now, delivered_at: now },
    }),
    add('payment_lines', { payment_id: PAID, ...names, kind: 'plan', item_id: 1, delivered: 1, days: 30 }),
    add('account_notes', { user_id: 902, text: HOSTILE, operator, ...times }),
    add('account_blocks', { user_id: 902, reason, operator }),
    change('UPDATE account_blocks SET ended_at = ?, ended_by = ?, end_reason = ?', now, operator, reason),
    add('compensations', { key: 'h1', user_id: 902, reason, operator, until_before: 1, until_after: 2, ...times }),
    add('compensation_cases', {
      id: 91,
      key: 'h2',
      kind: 'title',
      subject: FILM,
      reason,
      proposer: operator,
      ...times,
    }),
    add('comments', { title_id: FILM, user_id: 902, text: HOSTILE, state: 'held', held_for: 'words', name, ...times }),
    add('comment_words', { word: 'hostile', shown: HOSTILE, changed_by: operator }),
    add('help_threads', {
      number: 10_001,
      user_id: 902,
      key: 'form-0001',
      page: '/movie/52',
      payment_id: PAID,
      ...times,
    }),
    add('help_messages', { thread: 10_001, user_id: 902, key: 'form-0001', text: HOSTILE, ...times }),
    change('UPDATE plans SET name_fa = ?, name_en = ?', name, name),
    add('plan_prices', { plan_id: 1, starts_at: now + 9000, toman: 5, key: 'h3', operator, reason, ...times }),
    add('discount_codes', { code: 'HOSTILE', made_by: operator }),
    add('alarms', { key: 'h4', text: HOSTILE, ...times }),
    add('alarms', { key: 'h7', text: HOSTILE, note: HOSTILE, seen_at: now, seen_by: operator, ...times }),
    add('operator_audit', {
      ...{ operator, action: 'getAccount', subject: 'account:902', status: 200, origin: HOSTILE, ...times },
      ...{ before: JSON.stringify({ name }), after: JSON.stringify({ name, reason }) },
    }),
    change('UPDATE all_titles SET name_fa = ?, name_en = ?, synopsis_fa = ?, synopsis_en = ?', name, name, name, name),
    change('UPDATE all_titles SET seo_title_fa = ?, seo_description_en = ?', name, name),
    add('title_changes', {
      title_id: FILM,
      before: JSON.stringify(name),
      after: JSON.stringify(name),
      operator,
      reason,
    }),
    add('site_texts', {
      ...{ part: 'about', rev: 1, value: JSON.stringify({ part: 'about', fa: HOSTILE, en: HOSTILE }) },
      ...{ operator, reason, ...times },
    }),
    add('terms_acceptances', { user_id: 902 }),
    ...['people', 'lists', 'channels', 'programmes'].map((table) =>
      change(`UPDATE ${table} SET name_fa = ?, name_en = ?`, name, name),
    ),
    change('UPDATE magazines SET title = ?, title_en = ?, synopsis_fa = ?, synopsis_en = ?', name, name, name, name),
    change('UPDATE issues SET name_fa = ?, name_en = ?', name, name),
    add('front_changes', {
      ...{ part: `magazine:${String(MAGAZINE)}`, rev: 1, save: 'h7', operator, ...times },
      before: JSON.stringify({
        ...{ title: name, title_en: name, synopsis_fa: name, synopsis_en: name, art: null, state: 'draft' },
      }),
    }),
    add('front_changes', {
      ...{ part: `channel:${String(CHANNEL)}`, rev: 1, save: 'h9', operator, ...times },
      before: JSON.stringify({
        ...{ ...names, synopsis_fa: name, synopsis_en: name, stream_url: HOSTILE, access: 'free' },
        ...{ art: null, state: 'draft' },
      }),
    }),
    add('title_price_plans', { title_id: FILM, starts_at: now + 9000, operator, reason, ...times }),
    change('UPDATE lists SET line_fa = ?, line_en = ?', name, name),
    change('UPDATE sliders SET line_fa = ?, line_en = ?', name, name),
    add('person_merges', {
      ...{ key: 'h5', old_id: 999_999, person_id: 1, person: JSON.stringify(names) },
      ...{ operator, reason, ...times },
    }),
    add('front_changes', { part: 'hero', rev: 1, save: 'h6', operator, ...times }),
    add('empty_searches', { hour: Math.floor(now / 3600) * 3600, query: HOSTILE }),
    ...listMoney(db, now),
    ...listRequests(db, now),
    ...listFiles(db, now),
  ]);
}

const typed = { operator: `person:${HOSTILE}`, reason: HOSTILE };

/** Money that went back or was moved, cards for sale outside, plans and trials, a closed day. */
function listMoney(db: D1Database, now: number): D1PreparedStatement[] {
  const add = (table: Table, row: Row) => prepareRow(db, table, row);
  const times = { created_at: now - 1800 };
  const sums = { payment_id: PAID, toman: 5 };
  const entry = { payment_id: PAID, event: 'correction:hostile-move', ...times };
  return [
    add('refunds', {
      ...{ id: 'hostile-refund', key: 'h8', payment_id: PAID, destination: 'outside', tracking: HOSTILE },
      ...{ ...typed, ...times, applied_at: now },
    }),
    add('refund_lines', { refund_id: 'hostile-refund', ...sums }),
    add('corrections', {
      ...{ id: 'hostile-move', key: 'h9', from_account: 'vat', to_account: 'wallet:902', tracking: HOSTILE },
      ...{ ...sums, ...typed, ...times },
    }),
    add('ledger_entries', { key: 'h10', account: 'vat', amount: -5, ...entry }),
    add('ledger_entries', { key: 'h11', account: 'wallet:902', amount: 5, ...entry }),
    add('gift_batches', { payment_id: PAID, buyer: HOSTILE, tracking: HOSTILE, ...typed, ...times }),
    add('gift_cards', { id: 'g1', code_hash: 'h13', payment_id: PAID }),
    add('plan_texts', {
      ...{ plan_id: 1, starts_at: now + 9000, name_fa: HOSTILE, name_en: HOSTILE },
      ...{ description: HOSTILE, description_en: HOSTILE, ...typed, ...times },
    }),
    add('plan_sales', { plan_id: 1, starts_at: now + 9000, ...typed, ...times }),
    add('trial_rules', { starts_at: now + 9000, ...typed, ...times }),
    add('day_closings', { day: CLOSED_DAY, closed_by: typed.operator, closed_at: now }),
    add('title_publications', { title_id: SERIES, starts_at: now + 9000, ...typed, ...times }),
  ];
}

/** Requests of each kind for a second person, and one that was rejected. */
function listRequests(db: D1Database, now: number): D1PreparedStatement[] {
  const add = (table: Table, row: Row) => prepareRow(db, table, row);
  const change = { before: 0, after: 5 };
  const entries = [{ account: 'vat', amount: 5 }];
  const move = { payment_id: PAID, tracking: HOSTILE };
  const names = { name_fa: HOSTILE, name_en: HOSTILE };
  const plan = { plan_id: 1, ...names, days: 30, count: 10, toman: 5, worth: 5, entries };
  const lines = [{ line: 0, toman: 5, vat: 0, seconds: 0 }];
  const refund = { entries, lines, wallet: change, until: change, purchases: [names], cards: [HOSTILE] };
  const moved = { entries, wallets: [{ account: 'wallet:902', ...change }] };
  const requests: Record<string, { request?: object; preview: object; subject?: string }> = {
    refund: { request: { destination: 'outside', tracking: HOSTILE }, preview: refund, subject: PAID },
    owner: { request: { name: HOSTILE }, preview: { name: HOSTILE, role: null } },
    correction: { request: move, preview: moved, subject: HOSTILE },
    debit: { request: { ...move, collect_again: true }, preview: moved, subject: HOSTILE },
    erasure: { preview: { wallet: 5, until: now, mandates: 1, erase_at: now } },
    mobile: { preview: { old_mobile: HOSTILE, new_mobile: HOSTILE } },
    gifts: { request: { buyer: HOSTILE, tracking: HOSTILE }, preview: plan, subject: HOSTILE },
  };
  const rows = [...Object.entries(requests), ['refund', requests['refund']] as const];
  return [
    ...rows.map(([kind, { request = {}, preview = {}, subject = 'account:902' } = { preview: {} }], at) =>
      add('approvals', {
        ...{ id: 91 + at, key: `approval-${String(at)}`, kind, subject, user_id: 902, reason: HOSTILE },
        ...{ request: JSON.stringify(request), preview: JSON.stringify(preview) },
        ...{ requester: typed.operator, requested_at: now, expires_at: now + 80_000 },
      }),
    ),
    add('approval_decisions', {
      ...{ approval_id: 90 + rows.length, decision: 'rejected', decided_by: 91, decider: typed.operator },
      ...{ reason: HOSTILE, decided_at: now },
    }),
  ];
}

/** Files that people and machines name. */
function listFiles(db: D1Database, now: number): D1PreparedStatement[] {
  const add = (table: Table, row: Row) => prepareRow(db, table, row);
  const job = { title_id: FILM, name: HOSTILE, operator: typed.operator, created_at: now, updated_at: now };
  const language = HOSTILE.slice(0, 20);
  const track = { language, title: HOSTILE, channels: 2, is_description: false };
  const report = {
    ...{ seconds: 60, width: 1920, height: 1080, frame_rate: 25, is_hdr: false, chapters: 0, renditions: [language] },
    sounds: [track],
    subtitles: [{ language, is_text: true, is_forced: false, is_for_deaf: false }],
  };
  return [
    add('ingest_jobs', {
      ...{ ...job, id: 91, upload_id: 'u1', state: 'failed', code: 'damaged', detail: HOSTILE },
      report: JSON.stringify(report),
    }),
    add('ingest_jobs', { ...job, id: 92, upload_id: 'u2', state: 'working', worker: HOSTILE, step: HOSTILE }),
    add('catalogue_imports', { key: 'h12', file: HOSTILE, operator: typed.operator, started_at: now, written_at: now }),
  ];
}
