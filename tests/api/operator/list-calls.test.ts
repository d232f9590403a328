import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRow, buildFill, prepareRow, type Table } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { NOON, openApi, ORIGIN } from '../../support/site/api.ts';

/** Beside the call's own: the budget, the token, the session with its place at the desk, and the writes of the trail. */
const FRAME =
  /rate_limits|from "sessions"|SELECT k\.name, k\.permissions|LEFT JOIN staff_sessions x|operator_audit \(|UPDATE operator_audit|INTO audit_subjects/;
const MAX_STATEMENTS = 3;
const MAX_FRAME_STATEMENTS = 6;
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
  fill('gift_cards', { id: "'g' || i", code_hash: "'h' || i", payment_id: "printf('p%019d', i)" }),
]);
const SERIES = { id: 1_000_001, kind: 'series', name_fa: 'جاده', name_en: 'Road', name_latin: 'jade' };
await addRow(platform.env.DB, 'all_titles', { ...SERIES, year: 2020, minutes: 45 });
/** Of calls that are about one record. */
const IDS: Readonly<Record<string, number>> = { listDeskEpisodes: SERIES.id };

const lists = ALL_CALLS.filter(
  (call) => getPolicy(call).caller === 'operator' && call.method === 'GET' && /^(list|find)/.test(call.name),
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

it('there are lists of operators, and each filter of theirs is asked for here', () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['findAccounts', 'listDeskPayments', 'listAudit', 'listModeration', 'listApprovals']),
  );
  const missing = lists.flatMap(({ name, path, input }) =>
    Object.keys(v.is(objectSchema, input) ? input.entries : {})
      .filter((field) => !path.includes(`:${field}`))
      .filter((field) => !(QUERIES[name] ?? []).some((query) => new RegExp(`[?&]${field}=`).test(query)))
      .map((field) => `${name} ${field}`),
  );
  expect(missing).toEqual([]);
});
const objectSchema = v.looseObject({ entries: v.record(v.string(), v.unknown()) });

const cases = lists.flatMap((call) => (QUERIES[call.name] ?? ['']).map((query) => [call.name, query, call] as const));

let requests = 0;
describe.each([
  ['a token', 'a'.repeat(40)],
  ['a member', MEMBER],
])('asked by %s', (_, token) => {
  it.each(cases)('%s%s makes at most three statements', async (name, query, call) => {
    const counted = countStatements(platform.env);
    const site = openApi({ ...platform, env: counted.env }, { SITE_URL: ORIGIN, OPERATOR_TOKEN });
    requests += 1;
    site.clock.now += 3 * requests; // Below the budget of calls a minute
    const path = call.path.replace(':id', String(IDS[call.name] ?? 1001)).replace(':part', 'terms');
    const response = await site.send(`${path}${query}`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status, `add what ${name} needs above: ${await response.clone().text()}`).toBe(200);
    const statements = counted.prepared().filter((text) => !FRAME.test(text));
    expect(statements.length, statements.join('\n')).toBeGreaterThan(0);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_STATEMENTS);
    const frame = counted.prepared().filter((text) => FRAME.test(text));
    expect(frame.length, frame.join('\n')).toBeLessThanOrEqual(MAX_FRAME_STATEMENTS);
  });
});
