import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRow, buildFill, prepareRow, type Table } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { NOON, openApi, ORIGIN } from '../../support/site/api.ts';

/**
 * Beside the call's own: the account of the session, or the key of the token; the place at the desk; the budget; the row
 * of the trail and how it ended. A token has four of them, a member five, and one more where several accounts are named.
 */
const FRAME =
  /rate_limits|from "sessions"|SELECT k\.name, k\.permissions|LEFT JOIN staff_sessions x|operator_audit \(|UPDATE operator_audit|INTO audit_subjects/;
const MAX_STATEMENTS = 3;
/** It reads no row. */
const SETTINGS = 'getServices';
const NO_ID = 'a'.repeat(20);

/** Parameters of a list beside none: those that it needs, and each filter. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  findAccounts: ['?query=09120000001', '?query=Sara', '?query=p7', '?query=7', '?query=1234'],
  listGatewayPayments: ['?gateway=saman&from=0&to=1800000000', '?gateway=saman&from=0&to=1800000000&after=5.p1'],
  listDeskPayments: [
    ...['', '?state=pending', '?user=1001', `?before=99999.${NO_ID}`, '?state=pending&user=1001', '?total=1'],
    ...['?number=1234', `?number=t1&state=pending&before=99999.${NO_ID}`],
    '?method=saman&total=1&state=pending&from=2026-01-01&until=2026-12-31',
  ],
  listModeration: ['', '?queue=all&user=1', '?queue=reported', '?queue=shown&after=3'],
  listHelpQueue: ['', '?state=closed', '?after=5.3'],
  getCommentRules: [''],
  tryCommentWord: ['?word=bad'],
  getQuality: ['', '?days=7'],
  getDayBook: ['?day=2027-01-10'],
  exportAudit: ['', '?operator=ali', '?subject=account:1', '?before=30'],
  listAudit: ['', '?operator=ali', '?subject=account:1', '?operator=ali&subject=account:1', '?before=30'],
  listApprovals: ['', '?all=1', '?before=30'],
  listAlarms: ['', '?all=1', '?before=99'],
  listDiscountCodes: ['', '?state=ended', '?query=CODE1', '?before=1800000000.CODE1'],
  listGiftCards: ['', '?state=waiting', '?tail=TAIL', `?before=1800000000.${NO_ID}`],
  findCaseSubjects: [
    ...['?kind=subscription', '?kind=channel', '?kind=screening', '?kind=screening&id=101'],
    ...['?kind=title&query=Film', '?kind=title&id=10'],
  ],
  listGiftBatches: ['', '?number=t1', `?before=1800000000.${NO_ID}`],
  listCompensations: ['', '?before=20'],
  listCreditedPeople: ['?query=Sara', '?ids=1,2'],
  listPersonMerges: ['', '?before=30'],
  listFrontTitles: ['?ids=10,1000001'],
  listTermsAcceptances: ['', '?version=0&before=99.1', '?user=1'],
  listSiteVersions: ['', '?before=30'],
  listNotes: ['', '?before=30'],
  listIngests: ['', '?state=waiting', '?title=10', '?state=failed&before=30'],
  listDeskScreenings: ['', '?before=30'],
  listDeskMagazines: ['', '?before=30'],
  listDeskIssues: ['', '?before=30'],
  listDeskEpisodes: ['', '?season=1', '?season=none', '?season=1&page=2'],
  listDeskTitles: [
    ...['', '?kind=episode', '?state=draft', '?state=scheduled', '?state=released', '?missing=art', '?missing=file'],
    ...['?missing=backdrop', '?missing=logo', '?missing=stills&kind=episode'],
    ...['?query=Film', '?query=Film&kind=movie&missing=file', '?ids=10,1000001', '?before=100', '?series=1000001'],
    ...['?ends=7', '?ends=any&kind=movie&before=2026-12-01.5'],
  ],
};
/** Readings that are not asked for here. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  getFilmFrame: 'a frame of a film in the bucket',
  getStoryboard: 'a sheet of a storyboard in the bucket',
  getTitleCrop: 'a picture in the bucket',
  getPortraitCrop: 'a picture in the bucket',
  getSitePart: 'one text, of which the rows here hold none',
};
/** Pages of one record with all its parts; the rows of each part are one statement. */
const MORE_STATEMENTS: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  getAccount: [9, 'a person with payments, sessions, plays, lists, comments, notes, blocks and mandates'],
  getDeskPayment: [7, 'a payment with lines, entries, checks, refunds and corrections'],
  getTitleArt: [6, 'a title with its lists, stills and crops'],
  getDeskTitle: [5, 'a title with its lists, changes, plans and lease'],
  getDayBook: [5, 'a day in sums, by account, by month, with its alarms and closing'],
  getAccountViewing: [4, 'plays, quality, lists and devices of a person'],
};
const ROWS = 60;
const PERSON = `'{"name_fa":"ف","name_en":"f"}'`;

const { platform } = await openShop();
const OPERATOR_TOKEN = `ali:${'a'.repeat(40)}`;

/** More rows than a page, so that a statement for each row would be seen. */
const fill = (table: Table, columns: Record<string, string>) =>
  platform.env.DB.prepare(buildFill(table, ROWS, columns, 1));
await platform.env.DB.batch([
  fill('users', { mobile: "'0935' || printf('%07d', i)", name: "'Sara ' || i", id: '1000 + i' }),
  fill('payments', { id: "printf('p%019d', i)", user_id: '1000 + i', created_at: 'i', reference: "'r' || i" }),
  fill('comments', { title_id: '10', user_id: '1001', state: "iif(i % 2, 'held', 'shown')", reports: 'i % 3' }),
  fill('alarms', { key: "'k' || i", created_at: 'i' }),
  fill('help_threads', { number: '20000 + i', user_id: '1000 + i', key: "'form-' || i" }),
  fill('help_messages', { thread: '20000 + i', user_id: '1000 + i', key: "'form-' || i" }),
  fill('operator_audit', { operator: "'ali'", subject: "'account:1'", status: '200' }),
  fill('compensation_cases', { key: "'c' || i" }),
  fill('discount_codes', { code: "'CODE' || i" }),
  fill('terms_acceptances', { user_id: '1000 + i' }),
  fill('site_texts', { rev: 'i' }),
  fill('account_notes', { key: "'n' || i", user_id: '1001' }),
  fill('approvals', {
    ...{ key: "'a' || i", kind: "'owner'", requested_at: 'i', request: `'{"name":"Sara"}'` },
    preview: `'{"name":"Sara","role":null}'`,
  }),
  fill('gift_batches', {
    ...{ payment_id: "printf('p%019d', i)", key: "'b' || i", buyer: "'Sara'", tracking: "'t' || i", created_at: 'i' },
  }),
  fill('payment_lines', { payment_id: "printf('p%019d', i)", kind: "'plan'", days: '30' }),
  fill('ingest_jobs', { id: 'i', upload_id: "'u' || i" }),
  fill('person_merges', { key: "'m' || i", old_id: 'i', person_id: 'i + 1000', person: PERSON }),
  fill('people', { id: 'i + 1000', slug: "'p' || i" }),
  fill('screenings', { id: 'i + 100', title_id: '10', starts_at: 'i', ends_at: 'i + 10' }),
  fill('catalogue_imports', { key: "'f' || i", operator: "'o'", file: "'f'", ended_at: '1' }),
  fill('staff_keys', { name: "'key ' || i", secret_hash: "'h' || i" }),
  fill('channels', { id: '400 + i', slug: "'c' || i" }),
  fill('programmes', { channel_id: '401', day: 'i % 7', start: 'i * 10' }),
  fill('magazines', { id: '500 + i', slug: "'m' || i" }),
  fill('issues', { magazine_id: '501', number: '20000 + i' }),
  fill('lists', { key: "iif(i = 1, 'top', 'k' || i)" }),
  fill('gift_cards', { id: "'g' || i", code_hash: "'h' || i", payment_id: "printf('p%019d', i)" }),
]);
const SERIES = { id: 1_000_001, kind: 'series', name_fa: 'جاده', name_en: 'Road', name_latin: 'jade' };
await addRow(platform.env.DB, 'all_titles', { ...SERIES, year: 2020, minutes: 45 });
const PAYMENT = `p${'0'.repeat(18)}1`;
/** Of calls that are about one record; the others' is 1001. */
const IDS: Readonly<Record<string, number | string>> = {
  ...{
    listDeskEpisodes: SERIES.id,
    getCompensation: 1,
    getChannelWeek: 401,
    getDeskChannel: 401,
    getDeskScreening: 101,
  },
  ...{ getDeskTitle: 10, getFilmTracks: 10, getTitleArt: 10, getTimeline: 10, getDeskMagazine: 501, getDeskIssue: 501 },
  ...{ getOperatorPayment: PAYMENT, getDeskPayment: PAYMENT },
};
const PARTS: Readonly<Record<string, string>> = { ':part': 'terms', ':key': 'top', ':number': '20001' };

const readings = ALL_CALLS.filter(
  (call) =>
    getPolicy(call).caller === 'operator' &&
    call.method === 'GET' &&
    !/^rehearse/.test(call.name) &&
    !(call.name in LEFT_OUT),
);

/** An owner with an open desk, who is asked for as the browser asks: by the account's session. */
const MEMBER = 'session-of-an-owner';
const hash = createHash('sha256').update(MEMBER).digest('hex');
await platform.env.DB.batch([
  prepareRow(platform.env.DB, 'users', { id: 999, mobile: '09129999999' }),
  prepareRow(platform.env.DB, 'sessions', { token_hash: hash, user_id: 999, used_at: NOON, expires_at: NOON + 9999 }),
  prepareRow(platform.env.DB, 'staff', { id: 99, user_id: 999, name: 'owner', role: 'owner' }),
  prepareRow(platform.env.DB, 'staff_sessions', {
    ...{ token_hash: hash, staff_id: 99, began_at: NOON, ends_at: NOON + 9999, confirmed_at: NOON },
  }),
]);

it('there are readings of operators, and each filter of theirs is asked for here', () => {
  const names = readings.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['findAccounts', 'listDeskPayments', 'listAudit', 'exportAudit', 'getQuality']),
  );
  expect(Object.keys(MORE_STATEMENTS).filter((name) => !names.includes(name))).toEqual([]);
  const missing = readings.flatMap(({ name, path, input }) =>
    Object.keys(v.is(objectSchema, input) ? input.entries : {})
      .filter((field) => !path.includes(`:${field}`))
      .filter((field) => !(QUERIES[name] ?? []).some((query) => new RegExp(`[?&]${field}=`).test(query)))
      .map((field) => `${name} ${field}`),
  );
  expect(missing).toEqual([]);
});
const objectSchema = v.looseObject({ entries: v.record(v.string(), v.unknown()) });

const cases = readings.flatMap((call) =>
  (QUERIES[call.name] ?? ['']).map((query) => [call.name, query, call] as const),
);

let requests = 0;
describe.each([
  ['a token', 'a'.repeat(40), 4],
  ['a member', MEMBER, 5],
])('asked by %s', (_, token, frameStatements) => {
  it.each(cases)('%s%s makes few statements', async (name, query, call) => {
    const counted = countStatements(platform.env);
    const site = openApi({ ...platform, env: counted.env }, { SITE_URL: ORIGIN, OPERATOR_TOKEN });
    requests += 1;
    site.clock.now += 3 * requests; // Below the budget of calls a minute
    const id = String(IDS[name] ?? 1001);
    const path = call.path.replace(/:\w+/g, (part) => (part === ':id' ? id : (PARTS[part] ?? part)));
    const response = await site.send(`${path}${query}`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status, `add what ${name} needs above: ${await response.clone().text()}`).toBe(200);
    const statements = counted.prepared().filter((text) => !FRAME.test(text));
    if (name !== SETTINGS) expect(statements.length).toBeGreaterThan(0);
    const [most] = MORE_STATEMENTS[name] ?? [MAX_STATEMENTS];
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
    const frame = counted.prepared().filter((text) => FRAME.test(text));
    const subjects = frame.filter((text) => text.includes('audit_subjects')).length;
    expect(subjects).toBeLessThanOrEqual(1);
    expect(frame.length, frame.join('\n')).toBe(frameStatements + subjects);
  });
});
