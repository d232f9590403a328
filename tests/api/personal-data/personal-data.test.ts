import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveSettings, sendConfirmation } from '../../../src/features/accounts/contract/account.ts';
import { cancelAccount, exportAccount } from '../../../src/features/personal-data/contract.ts';
import { sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import { openHelp } from '../../../src/features/help/contract.ts';
import { addToList } from '../../../src/features/lists/contract.ts';
import { buyGift, buyTitle } from '../../../src/features/checkout/contract.ts';
import { getGift, listGifts, redeemGift } from '../../../src/features/gifts/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import {
  IMPERSONAL_TABLES,
  PERSONAL_TABLES,
  type PersonalTable,
} from '../../../src/features/personal-data/server/personal-tables.ts';
import { correctLedger } from '../../../src/features/payments/server/refunds/correction.ts';
import { refundPayment } from '../../../src/features/payments/server/refunds/refund.ts';
import { sealEntries } from '../../../src/features/ledger/server/seal.ts';
import { castAddress } from '../../../src/features/playback/contract.ts';
import { holdStream } from '../../../src/features/streams/contract.ts';
import { createStreamId } from '../../../src/features/streams/stream-id.ts';
import { parseFailure } from '../../support/site/api.ts';
import { FILM, openMoney, OTHER_FILM, sell, SERIES, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRow } from '../../support/database/rows.ts';

const DAY = 86_400;
/** An operator's note about a user. */
const SAID = 'گفت که پول برگردد';
const REMARK = 'دیدگاهی که با حساب پاک می‌شود';
const MESSAGE = 'پیامی که با حساب پاک می‌شود';
const NAME = 'نامی که می‌ماند یا نمی‌ماند';
let platform: Platform;
let site: MoneySite;
let owner: Visitor;
let other: Visitor;

beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  await sell(platform.env.DB, site.clock.now);
  [owner, other] = [await liveHere(), await liveHere()];
});
afterAll(() => platform.dispose());

/** A user who has left something in every personal table, by using the site. */
async function liveHere(): Promise<Visitor> {
  const who = await site.visitor({ subscribedUntil: site.clock.now + 3600 });
  await site.call(holdStream, { stream: createStreamId(who.id, { kind: 'title', id: FILM.id }) }, who);
  await site.call(castAddress, { kind: 'movie', id: FILM.id }, who);
  await site.call(saveSettings, { name: NAME, autoplay: false }, who);
  for (const list of ['later', 'watched']) await site.call(addToList, { list, id: FILM.id }, who);
  const bought = await site.call(buyTitle, { id: OTHER_FILM.id, payment_method: 'sandbox', discount_code: 'TEN' }, who);
  await site.comeBack(await site.payAtGateway(bought.data.pay_url, 'pay'));
  await site.call(addComment, { id: FILM.id, text: REMARK, at: 60 }, who);
  await site.call(openHelp, { key: 'form-0001', kind: 'other', text: MESSAGE }, who);
  const { DB } = platform.env;
  const key = { user_id: who.id, key: 'k'.repeat(32), request: 'plan:1', payment_id: bought.data.payment.id };
  await addRow(DB, 'purchase_keys', { ...key, created_at: site.clock.now });
  await addRow(DB, 'comment_likes', { comment_id: 999, user_id: who.id });
  await addRow(DB, 'ratings', { title_id: FILM.id, user_id: who.id, stars: 5 });
  await addRow(DB, 'comment_reports', { comment_id: 999, user_id: who.id, reason: 'spam' });
  const books = { db: openDatabase(platform.env.DB), now: site.clock.now };
  const paymentId = bought.data.payment.id;
  const [line] = [{ line: 0, toman: 1100, days: 0 }];
  const request = { key: `refund-${paymentId}`, payment_id: paymentId, destination: 'wallet', tracking: null } as const;
  const refunded = await refundPayment(books, { ...request, reason: SAID, lines: [line] }, 'ali');
  const account = `wallet:${String(who.id)}`;
  const moved = { key: `right-${paymentId}`, from: 'vat', to: account, toman: 1, payment_id: null, tracking: null };
  const corrected = await correctLedger(books, { ...moved, reason: SAID }, 'ali');
  expect([refunded.ok, corrected.ok]).toEqual([true, true]);
  await sealEntries(platform.env.DB, books.now + 2 * 86_400, 9);
  const consent = await site.call(buySubscription, { subscription: true, series: [SERIES.id] }, who);
  await site.comeBack(await site.payAtGateway(consent.data.pay_url, 'pay'));
  // The renewal is collected, and so a charge.
  await site.tick();
  const card = await site.call(buyGift, { plan_id: 1 }, who);
  await site.comeBack(await site.payAtGateway(card.data.pay_url, 'pay'));
  const [{ id } = { id: '' }] = (await site.call(listGifts, {}, who)).data.cards;
  await site.call(redeemGift, { code: (await site.call(getGift, { id }, who)).data.code ?? '' }, who);
  await site.call(sendConfirmation, {}, who);
  await site.call(sendCode, { mobile: who.mobile });
  await addRow(DB, 'staff', { id: who.id, user_id: who.id, name: `member ${String(who.id)}` });
  await addRow(DB, 'staff_factors', { staff_id: who.id });
  await addRow(DB, 'staff_recovery_codes', { staff_id: who.id });
  await addRow(DB, 'staff_passkeys', { staff_id: who.id, credential_id: `passkey of ${String(who.id)}` });
  const session = site.sql('SELECT token_hash FROM sessions WHERE user_id = ?', who.id);
  const hash = await session.first<string>('token_hash');
  await addRow(DB, 'staff_sessions', { staff_id: who.id, token_hash: hash });
  await addRow(DB, 'staff_challenges', { staff_id: who.id, token_hash: hash });
  const until =
    (await site.sql('SELECT subscribed_until FROM users WHERE id = ?', who.id).first<number>('subscribed_until')) ?? 0;
  await addRow(DB, 'subscription_pauses', {
    ...{ user_id: who.id, key: 'pause-0001', started_at: 1, planned_end: 2, ended_at: 2 },
  });
  const { now } = site.clock;
  const question = { key: `renewal:${String(who.id)}:1`, asked_at: now, answer: 'yes', answered_at: now };
  await addRow(DB, 'renewal_questions', { ...question, user_id: who.id });
  await addRow(DB, 'compensations', {
    key: `days-${String(who.id)}`,
    user_id: who.id,
    days: 1,
    until_before: until - 1,
    until_after: until,
    reason: SAID,
    operator: 'ali',
    created_at: site.clock.now,
  });
  await addRow(DB, 'account_notes', { key: `note ${String(who.id)}`, user_id: who.id });
  await addRow(DB, 'mobile_changes', { key: `change ${String(who.id)}`, user_id: who.id, done: 1 });
  await addRow(DB, 'account_blocks', { user_id: who.id, ended_at: site.clock.now });
  await addRow(DB, 'audit_subjects', { subject: `account:${String(who.id)}` });
  await addRow(DB, 'sent_sms', { user_id: who.id });
  await addRow(DB, 'name_words', { word: 'sara', user_id: who.id });
  await addRow(DB, 'outage_viewers', { case_id: 1, user_id: who.id });
  await addRow(DB, 'stream_failures', { stream: `s${String(who.id)}`, user_id: who.id, first_at: site.clock.now });
  await addRow(DB, 'read_days', { user_id: who.id, last_id: 1 });
  const approval = { id: who.id, key: `approval-${String(who.id)}`, requested_by: who.id };
  await addRow(DB, 'approvals', { ...approval, user_id: who.id, reason: SAID });
  await addRow(DB, 'approval_decisions', { approval_id: who.id, reason: SAID });
  await addRow(DB, 'screening_seats', { payment_id: bought.data.payment.id, screening_id: 5, user_id: who.id });
  await addRow(DB, 'terms_acceptances', { user_id: who.id });
  await addRow(DB, 'known_devices', { user_id: who.id, first_at: site.clock.now });
  // As a login with a code leaves it, for the requester's own budget of the next one.
  await addRow(DB, 'login_devices', { mobile: who.mobile, asker: 'hash of a requester', seen_at: site.clock.now });
  return who;
}

/** The rows of a table that are of a user. */
async function readRows({ table, matchRows }: PersonalTable, { id }: Visitor): Promise<Record<string, unknown>[]> {
  const mine = sql`(SELECT ${id} AS id)`;
  return openDatabase(platform.env.DB).all(sql`SELECT * FROM ${sql.raw(table)} WHERE ${matchRows(mine)}`);
}

/** The names of all tables of the migrated database, less what SQLite keeps for itself and for full-text search. */
async function tablesOfDatabase(): Promise<string[]> {
  const { results } = await site
    .sql("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all<{ name: string; sql: string }>();
  const virtual = results.filter((one) => one.sql.startsWith('CREATE VIRTUAL')).map(({ name }) => `${name}_`);
  return results
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|_cf_|d1_)/.test(name) && !virtual.some((prefix) => name.startsWith(prefix)));
}

/** The columns that hold a text, as `table.column`. */
async function findText(wanted: string): Promise<string[]> {
  const matches: string[] = [];
  for (const table of await tablesOfDatabase()) {
    const { results } = await site.sql(`SELECT * FROM ${table}`).all();
    for (const row of results) {
      for (const [column, value] of Object.entries(row)) {
        if (String(value).includes(wanted)) matches.push(`${table}.${column}`);
      }
    }
  }
  return matches;
}

describe('the list of tables', () => {
  it('names every table of the database once: with what is personal in it, or why nothing is', async () => {
    const declared = [...PERSONAL_TABLES.map(({ table }) => table), ...Object.keys(IMPERSONAL_TABLES)];
    expect(declared.sort()).toEqual(await tablesOfDatabase());
  });

  it('has a row of the user in every personal table here, so that what follows is seen', async () => {
    for (const personal of PERSONAL_TABLES) {
      expect((await readRows(personal, owner)).length, personal.table).toBeGreaterThan(0);
    }
  });

  it('hides columns that there are', async () => {
    for (const { table, hidden } of PERSONAL_TABLES) {
      const { results } = await site.sql(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>();
      expect(
        results.map(({ name }) => name),
        table,
      ).toEqual(expect.arrayContaining([...hidden]));
    }
  });

  it('is where nothing of a user lies outside', async () => {
    const personal = new Set(PERSONAL_TABLES.map(({ table }) => table));
    for (const place of [...(await findText(owner.mobile)), ...(await findText(NAME))]) {
      expect(personal, place).toContain(place.split('.')[0]);
    }
  });
});

describe('an export', () => {
  it('holds every row of one’s own, table by table, and no secret', async () => {
    const exported = await site.call(exportAccount, {}, owner);
    expect(Object.keys(exported.tables)).toEqual(PERSONAL_TABLES.map(({ table }) => table));
    const text = JSON.stringify(exported);
    for (const personal of PERSONAL_TABLES) {
      const rows = await readRows(personal, owner);
      const exportedRows = exported.tables[personal.table] ?? [];
      expect(exportedRows, personal.table).toHaveLength(rows.length);
      const visible = Object.keys(rows[0] ?? {}).filter((column) => !personal.hidden.includes(column));
      expect(Object.keys(exportedRows[0] ?? {}), personal.table).toEqual(visible);
      for (const row of rows) {
        for (const secret of ['token_hash', 'code_hash', 'authorization_id', 'pay_url']) {
          if (typeof row[secret] === 'string') expect(text, `${personal.table}.${secret}`).not.toContain(row[secret]);
        }
      }
    }
    expect(text).toContain(owner.mobile);
    expect(text).toContain(NAME);
    expect(text).not.toContain(other.mobile);
  });

  it('is a file that nothing stores, for who has confirmed a code and nobody else', async () => {
    const response = await site.ask(exportAccount, {}, owner);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="pardeh-account.json"');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    await response.body?.cancel();
    expect((await site.ask(exportAccount, {})).status).toBe(401);
    const stranger = await site.visitor({ confirms: false });
    const refused = await site.ask(exportAccount, {}, stranger);
    expect(refused.headers.get('content-disposition')).toBeNull();
    expect(await parseFailure(refused)).toMatchObject({ status: 403, code: 'code_needed' });
  });

  it('is made five times at once and no more', async () => {
    const who = await site.visitor();
    const answers = await Promise.all(Array.from({ length: 12 }, () => site.ask(exportAccount, {}, who)));
    const withStatus = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([withStatus(200), withStatus(429)]).toEqual([5, 7]);
  });
});

describe('erasing', () => {
  it('leaves nothing but what the list says is kept, and touches nobody else', async () => {
    const before = new Map<string, Record<string, unknown>[]>();
    for (const personal of PERSONAL_TABLES) before.set(personal.table, await readRows(personal, owner));
    const others = new Map<string, number>();
    const { erase_at: eraseAt } = (await site.call(cancelAccount, { confirm: true }, owner)).data;
    await site.tick(1);
    for (const personal of PERSONAL_TABLES) others.set(personal.table, (await readRows(personal, other)).length);
    // The other one's renewals and codes would move on meanwhile; only erasing is looked at.
    await site.sql('UPDATE users SET erase_at = ? WHERE id = ?', site.clock.now, owner.id).run();
    expect(eraseAt).toBeGreaterThan(site.clock.now + 300 * DAY);
    await site.tick(0);

    for (const personal of PERSONAL_TABLES) {
      const rows = await readRows(personal, owner);
      const isKept = personal.erase !== 'delete';
      expect(rows.length, personal.table).toBe(isKept ? before.get(personal.table)?.length : 0);
      expect((await readRows(personal, other)).length, personal.table).toBe(others.get(personal.table));
    }
    expect(await findText(owner.mobile)).toEqual([]);
    for (const { card, pay_url: payUrl, return_path: path } of await readRows(
      PERSONAL_TABLES.find(({ table }) => table === 'payments')!,
      owner,
    )) {
      expect([card, payUrl, path]).toEqual([null, null, null]);
    }
    // The name is the other one's, once.
    expect(await findText(NAME)).toEqual(['users.name']);
    expect((await findText(SAID)).sort()).toEqual(
      ['approval_decisions', 'approvals', 'compensations', 'corrections', 'refunds'].map((table) => `${table}.reason`),
    );
    expect(await findText(REMARK)).toEqual(['comments.text']);
    expect(await findText(MESSAGE)).toEqual(['help_messages.text']);
    const left = await site.sql('SELECT text, at, state, removed_by FROM comments WHERE user_id = ?', owner.id).first();
    expect(left).toEqual({ text: '', at: null, state: 'removed', removed_by: 'account' });
    expect(await site.books()).toEqual([]);
  });
});
