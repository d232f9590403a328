import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../accounts-contract.ts';
import {
  getAccount as accountCall,
  extendAccount as extendCall,
  findAccounts as findCall,
} from '../accounts-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { rehearse } from '../../../platform/db/rehearse.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { revokeUserAssertions } from '../../../platform/http/session/session-assertion.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { foldNumber } from '../../../platform/text/digits.ts';
import { maskMobile, parseMobile } from '../../../platform/text/mobile.ts';
import { selectNamedAccounts } from '../../accounts/server/name-words.ts';
import { willRenew } from '../../direct-debit/server/renewal-plan.ts';
import { endSessions, selectMaySignOut } from './end-sessions.ts';
import { insertGifts } from './give-days.ts';
import { findNextRenewal } from './next-renewal.ts';
import { isOwnMoney } from './own-money.ts';
import { selectPaymentsByNumber } from './payment-numbers.ts';
import { mayGive } from '../../staff/server/find-operator.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { LEASE_SECONDS } from '../../streams/config.ts';

const MAX_FOUND = 20;
const ROWS = 20;
const foundRow = v.object({ ...findCall.output.entries.data.item.entries });
const accountRow = v.object({
  id: v.number(),
  mobile: v.string(),
  name: v.string(),
  subscribed_until: v.number(),
  paused_until: v.number(),
  created_at: v.number(),
  cancelled_at: v.nullable(v.number()),
  erase_at: v.nullable(v.number()),
  wallet: v.number(),
  plan: v.nullable(v.pipe(v.string(), v.parseJson(), accountCall.output.entries.data.entries.plan)),
  renews: v.number(),
});
const parts = accountCall.output.entries.data.entries;

const selectFound = (matches: SQL) => sql`SELECT u.id, u.mobile, u.name, u.subscribed_until, h.match, h.payment_id
  FROM (${matches}) h JOIN users u ON u.id = h.user_id GROUP BY u.id, h.match, h.payment_id LIMIT ${MAX_FOUND + 1}`;

/** A number is looked for as each of the numbers that it may be. */
export const findAccounts: OperatorService<typeof findCall> = async (context, { query }, _operator, record) => {
  const text = foldNumber(query);
  const mobile = parseMobile(query);
  const id = /^\d{1,12}$/.test(text) ? Number(text) : null;
  const { numbers, cards } = selectPaymentsByNumber(query, MAX_FOUND + 1);
  const matches = await batch(context.db, [
    selectFound(sql`SELECT id AS user_id, 'mobile' AS match, NULL AS payment_id FROM users WHERE mobile = ${mobile}
      UNION ALL ${numbers}`),
    selectFound(sql`SELECT id AS user_id, 'id' AS match, NULL AS payment_id FROM users WHERE id = ${id}
      UNION ALL SELECT * FROM (${cards})
      UNION ALL SELECT user_id, 'name', NULL FROM (${selectNamedAccounts(query, MAX_FOUND + 1)})`),
  ]);
  const rows = v.parse(v.array(foundRow), matches.flat());
  const hide = await chooseMask(context);
  const data = rows.slice(0, MAX_FOUND).map((row) => ({ ...row, mobile: hide(row.mobile) }));
  record({ accounts: data.map(({ id: account }) => account) });
  return ok({ data, has_more: rows.length > MAX_FOUND });
};

export const getAccount: OperatorService<typeof accountCall> = async (context, { id }) => {
  const { db, now } = context;
  const [[row] = [], devices, payments, mandates, debits, compensations, comments, blocks, sms] = await batch(db, [
    sql`SELECT id, mobile, name, subscribed_until, paused_until, created_at, cancelled_at, erase_at,
      (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account = 'wallet:' || users.id) AS wallet,
      (SELECT json_object('name_fa', l.name_fa, 'name_en', l.name_en) FROM payments p JOIN payment_lines l ON l.payment_id = p.id
        WHERE p.user_id = users.id AND p.state = 'settled' AND l.kind = 'plan' AND l.gift = 0
        ORDER BY p.created_at DESC LIMIT 1) AS plan, ${willRenew(id, now)} AS renews
      FROM users WHERE id = ${id}`,
    sql`SELECT browser, system, created_at AS signed_in_at, used_at FROM sessions
      WHERE user_id = ${id} AND expires_at > ${now} ORDER BY used_at DESC, token_hash LIMIT ${ROWS}`,
    sql`SELECT id, purpose, state, method, total, created_at, coalesce((SELECT sum(toman) FROM refund_lines
      WHERE payment_id = payments.id AND undone = 0), 0) AS refunded
      FROM payments WHERE user_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${ROWS}`,
    sql`SELECT bank, state, limit_toman, ends_on FROM mandates WHERE user_id = ${id}
      ORDER BY created_at DESC LIMIT ${ROWS}`,
    sql`SELECT id, total, created_at FROM payments p WHERE user_id = ${id} AND method = 'direct_debit'
      AND state = 'failed' AND problem IN ('amount_mismatch', 'reference_used') AND NOT EXISTS (SELECT 1 FROM corrections
        WHERE payment_id = p.id AND from_account = 'bank:direct_debit')
      ORDER BY created_at DESC, id DESC LIMIT ${ROWS}`,
    sql`SELECT id, days, until_before, until_after, reason, operator, created_at, undone_at FROM compensations
      WHERE user_id = ${id} ORDER BY created_at DESC LIMIT ${ROWS}`,
    sql`SELECT id, title_id, text, at, likes, state, created_at FROM comments WHERE user_id = ${id} AND text <> ''
      ORDER BY created_at DESC LIMIT ${ROWS}`,
    sql`SELECT id, blocked_at, reason, operator, ended_at FROM account_blocks WHERE user_id = ${id}
      ORDER BY id DESC LIMIT ${ROWS}`,
    sql`SELECT kind, state, sent_at FROM sent_sms WHERE user_id = ${id} ORDER BY id DESC LIMIT ${ROWS}`,
  ]);
  if (row === undefined) return fail('person_unknown');
  const { renews, ...account } = v.parse(accountRow, row);
  const user = { subscribedUntil: account.subscribed_until, pausedUntil: account.paused_until };
  return ok({
    data: {
      ...account,
      mobile: (await chooseMask(context))(account.mobile),
      renewal: renews === 1 ? await findNextRenewal(context, id, user) : null,
      devices: v.parse(parts.devices, devices),
      payments: v.parse(parts.payments, payments),
      mandates: v.parse(parts.mandates, mandates),
      held_debits: v.parse(parts.held_debits, debits),
      compensations: v.parse(parts.compensations, compensations),
      comments: v.parse(parts.comments, comments),
      blocks: v.parse(parts.blocks, blocks),
      sms: v.parse(parts.sms, sms),
    },
  });
};

/** A mobile as this operator may see it. */
export async function chooseMask(context: RequestContext): Promise<(mobile: string) => string> {
  return (await mayGive(context, ['people.contact'])) ? (mobile) => mobile : maskMobile;
}

/** By the conditions of the act, and of the media door: a stream ends with its session. */
export const rehearseEndSessions: OperatorService<typeof calls.rehearseEndSessions> = async (context, { id }) => {
  const { db, now } = context;
  const [row] = await db.all(sql`SELECT ${countSessions(id, now)} AS sessions,
    (SELECT count(*) FROM streams WHERE user_id = ${id} AND stopped = 0
      AND ${isAheadInSql(sql`ends_at`, now, LEASE_SECONDS)}) AS streams, ${await selectMaySignOut(context, id)} AS may_end
    FROM users WHERE id = ${id}`);
  if (row === undefined) return fail('person_unknown');
  const { may_end: mayEnd, ...data } = v.parse(sessionsRow, row);
  return mayEnd === 1 ? ok({ data }) : fail('account_member');
};

const sessionsRow = v.object({ sessions: v.number(), streams: v.number(), may_end: v.number() });
const countSessions = (id: number, now: number): SQL =>
  sql`(SELECT count(*) FROM sessions WHERE user_id = ${id} AND expires_at > ${now})`;

export const endAccountSessions: OperatorService<typeof calls.endAccountSessions> = async (
  context,
  { id, reason },
  _operator,
  record,
) => {
  const { db, now } = context;
  const maySignOut = await selectMaySignOut(context, id);
  const [[user] = []] = await batch(db, [
    sql`SELECT ${countSessions(id, now)} AS ended, ${maySignOut} AS may_end FROM users WHERE id = ${id}`,
    endSessions(id, maySignOut),
  ]);
  if (user === undefined) return fail('person_unknown');
  const { ended, may_end: mayEnd } = v.parse(endedRow, user);
  if (mayEnd === 0) return fail('account_member');
  revokeUserAssertions(id, now);
  record({ before: { sessions: ended }, after: { sessions: 0, reason } });
  return ok({ data: { ended } });
};

const endedRow = v.object({ ended: v.number(), may_end: v.number() });
const compensationRow = extendCall.output.entries.data;
const storedRow = v.nullable(v.object({ ...compensationRow.entries, user_id: v.number() }));

export const extendAccount: OperatorService<typeof extendCall> = async (
  context,
  { id, key, days, reason, rehearse: isRehearsal },
  operator,
  record,
) => {
  const { db, now } = context;
  if (await isOwnMoney(context, { users: [id] })) return fail('own_account');
  const write = insertGifts({
    ...{
      key: sql`${key}`,
      days: sql`${days}`,
      reason: sql`${reason}`,
      operator: sql`${operator}`,
      caseId: sql`NULL`,
      now,
    },
    source: sql`users u WHERE u.id = ${id} AND NOT EXISTS (SELECT 1 FROM compensations WHERE key = ${key})`,
  });
  const made = sql`coalesce((SELECT json_object('id', id, 'undone_at', undone_at, 'user_id', user_id, 'days', days, 'until_before', until_before,
    'until_after', until_after, 'reason', reason, 'operator', operator, 'created_at', created_at)
    FROM compensations WHERE key = ${key}), 'null')`;
  const text = isRehearsal
    ? await rehearse(db, [write], made)
    : (await retryWrite(() => batch(db, [write, sql`SELECT ${made} AS made`])))[1]?.[0]?.['made'];
  const stored = v.parse(v.pipe(v.string(), v.parseJson(), storedRow), text);
  if (stored === null) return fail('person_unknown');
  if (stored.user_id !== id || stored.days !== days) return fail('key_used');
  const data = v.parse(compensationRow, stored);
  if (!isRehearsal)
    record({ before: { subscribed_until: data.until_before }, after: { subscribed_until: data.until_after, reason } });
  return ok({ data });
};
