import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { Env } from '../../../platform/config/env.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  STAFF_ROLES,
  type Permission,
} from '../../../platform/http/calls/permissions.ts';
import { isRefusedBy, retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { REFUND_ALONE_TOMAN } from '../../payments/config.ts';
import { refuseAsRule } from '../../payments/server/refunds/refund.ts';
import { findCaller } from '../../staff/server/find-operator.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { beginAct, endAct, type Change } from '../../staff/server/trail.ts';
import type * as calls from '../approvals-contract.ts';
import { APPROVAL_SECONDS, listApprovals as listCall, type Approval } from '../approvals-contract.ts';
import { chooseMask } from './accounts.ts';
import { prepareAct, type Kind } from './approval-acts.ts';

const PER_PAGE = 50;
const KINDS = {
  refund: { permission: 'payments.refund', action: 'refundPayment' },
  owner: { permission: 'staff.write', action: 'addStaff' },
  correction: { permission: 'ledger.correct', action: 'correctLedger' },
  debit: { permission: 'ledger.correct', action: 'resolveDebit' },
  erasure: { permission: 'people.write', action: 'eraseAccount' },
  mobile: { permission: 'people.mobile', action: 'changeMobile' },
  gifts: { permission: 'gifts.write', action: 'makeGiftBatch' },
} as const satisfies Record<Kind, { permission: Permission; action: string }>;

/** Toman of all refunds of one payment that this caller makes alone; null: any. A setting that is not a sum is 0. */
export async function findAloneLimit(context: RequestContext): Promise<number | null> {
  const { operator } = await findCaller(context);
  const isRoot = operator?.kind === 'token' && PERMISSIONS.every((name) => operator.permissions.includes(name));
  return isRoot ? null : readLimit(context.env);
}

function readLimit({ REFUND_ALONE_TOMAN: text = '' }: Pick<Env, 'REFUND_ALONE_TOMAN'>): number {
  if (text === '') return REFUND_ALONE_TOMAN;
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

interface NewApproval {
  kind: Kind;
  key: string;
  reason: string;
  request: Record<string, unknown>;
}

/** Stores the act with what its rehearsal shows now. The same request with the same key is the same approval. */
export async function requestApproval(
  context: RequestContext,
  wanted: NewApproval,
  name: string,
  record: (change: Change) => void,
): Promise<Outcome<{ data: Approval }, ErrorCode>> {
  const { db, now } = context;
  const { kind, key, reason } = wanted;
  const { operator } = await findCaller(context);
  if (operator?.memberId == null) return fail('approval_person');
  const prepared = await prepareAct(context, wanted, name);
  if (!prepared.ok) return prepared;
  const act = prepared.value;
  const roles = STAFF_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(KINDS[kind].permission));
  const text = JSON.stringify(act.request);
  await db.run(sql`INSERT INTO approvals (key, kind, permission, roles, user_id, subject, request, preview, reason,
      requested_by, requester, requested_at, expires_at)
    SELECT ${key}, ${kind}, ${KINDS[kind].permission}, ${JSON.stringify(roles)}, ${act.userId}, ${act.subject}, ${text},
      ${JSON.stringify(act.preview)}, ${reason}, id, ${name}, ${now}, ${now + APPROVAL_SECONDS}
    FROM staff WHERE id = ${operator.memberId} AND ended_at IS NULL
      AND role IN (SELECT value FROM json_each(${JSON.stringify(roles)}))
    ON CONFLICT (key) DO NOTHING`);
  const [approval] = await readApprovals(
    context,
    sql`a.key = ${key} AND a.kind = ${kind} AND a.request = ${text}
    AND a.user_id IS ${act.userId} AND a.requested_by = ${operator.memberId}`,
  );
  if (approval === undefined) return fail('key_used');
  record({
    accounts: [act.userId],
    before: act.change?.before,
    after: { approval: approval.id, kind, wanted: act.change?.after ?? act.request, reason },
  });
  return ok({ data: approval });
}

const asJson = v.pipe(v.string(), v.parseJson());
const row = v.object({
  id: v.number(),
  key: v.string(),
  kind: v.picklist(['refund', 'owner', 'correction', 'debit', 'erasure', 'mobile', 'gifts']),
  subject: v.string(),
  user_id: v.nullable(v.number()),
  mobile: v.nullable(v.string()),
  /** Of an open change of the number. */
  old_mobile: v.nullable(v.string()),
  new_mobile: v.nullable(v.string()),
  request: asJson,
  preview: asJson,
  reason: v.string(),
  requester: v.string(),
  requested_at: v.number(),
  expires_at: v.number(),
  is_own: v.pipe(
    v.nullable(v.number()),
    v.transform((flag) => flag === 1),
  ),
  decision: v.nullable(v.picklist(['approved', 'rejected', 'void'])),
  decider: v.nullable(v.string()),
  decision_reason: v.nullable(v.string()),
  decided_at: v.nullable(v.number()),
});
type Row = v.InferOutput<typeof row>;
const views = listCall.output.entries.data;

/** Of the kinds that the caller may do: another kind's request does not exist for them. */
async function readRows(context: RequestContext, condition: SQL): Promise<Row[]> {
  const { operator } = await findCaller(context);
  const memberId = operator?.memberId ?? null;
  const rows = await context.db
    .all(sql`SELECT a.id, a.key, a.kind, a.subject, a.user_id, u.mobile, c.old_mobile, c.new_mobile, a.request, a.preview,
      a.reason, a.requester, a.requested_at, a.expires_at, d.decision, d.decider, d.reason AS decision_reason, d.decided_at,
      (a.requested_by = ${memberId} OR a.user_id = me.user_id
        OR 'wallet:' || me.user_id IN (a.request ->> 'from', a.request ->> 'to')
        OR me.user_id = (SELECT p.user_id FROM payments p WHERE p.id = a.request ->> 'payment_id')) AS is_own
    FROM approvals a LEFT JOIN staff me ON me.id = ${memberId} LEFT JOIN users u ON u.id = a.user_id
      LEFT JOIN mobile_changes c ON a.kind = 'mobile' AND c.id = a.request ->> 'change' AND c.ended_at IS NULL
      LEFT JOIN approval_decisions d ON d.approval_id = a.id
    WHERE ${condition} AND a.permission IN (SELECT value FROM json_each(${JSON.stringify(operator?.permissions ?? [])}))
    ORDER BY a.id DESC LIMIT ${PER_PAGE}`);
  return v.parse(v.array(row), rows);
}

async function readApprovals(context: RequestContext, condition: SQL): Promise<Approval[]> {
  const [rows, hide] = [await readRows(context, condition), await chooseMask(context)];
  return v.parse(
    views,
    rows.map(({ decision, mobile, old_mobile: before, new_mobile: after, ...rest }) => ({
      ...rest,
      mobile: mobile === null ? null : hide(mobile),
      state: decision ?? (isOpen(rest, context.now) ? 'open' : 'expired'),
      // The stored preview is masked; who decides compares the numbers with what the first member was told.
      ...(before !== null && after !== null && { preview: { old_mobile: hide(before), new_mobile: hide(after) } }),
    })),
  );
}

function isOpen({ requested_at: from, expires_at: to }: Pick<Row, 'requested_at' | 'expires_at'>, now: number) {
  return now < to && now >= from - REQUEST_SLACK_SECONDS;
}

/** As in the trigger `approval_decisions_time`. */
const REQUEST_SLACK_SECONDS = 300;

export const listApprovals: OperatorService<typeof calls.listApprovals> = async (
  context,
  { all, before },
  _operator,
  record,
) => {
  const isWanted =
    all === '1'
      ? sql`1`
      : sql`a.expires_at > ${context.now} AND a.requested_at <= ${context.now + REQUEST_SLACK_SECONDS} AND d.decision IS NULL`;
  const data = await readApprovals(context, sql`a.id < ${before ?? Number.MAX_SAFE_INTEGER} AND ${isWanted}`);
  record({ accounts: data.map(({ user_id: id }) => id) });
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

/** The request, and the member who would decide it. */
async function loadRequest(
  context: RequestContext,
  id: number,
): Promise<Outcome<{ approval: Row; memberId: number }, ErrorCode>> {
  const [approval] = await readRows(context, sql`a.id = ${id}`);
  if (approval === undefined) return fail('approval_unknown');
  const { operator } = await findCaller(context);
  if (operator?.memberId == null) return fail('approval_person');
  return ok({ approval, memberId: operator.memberId });
}

export const approveRequest: OperatorService<typeof calls.approveRequest> = async (
  context,
  { id },
  operator,
  record,
) => {
  const { db, now } = context;
  const loaded = await loadRequest(context, id);
  if (!loaded.ok) return loaded;
  const { approval, memberId } = loaded.value;
  if (approval.is_own) return fail('approval_self');
  const refusal = findRefusal(approval, now);
  if (refusal !== null) return fail(refusal);
  const { kind, subject, key } = approval;
  const makers = `${approval.requester} + ${operator}`;
  const act = await prepareAct(context, approval, makers);
  const isUnchanged = act.ok && act.value.matches(approval.preview, Math.max(0, now - approval.requested_at));
  if (!isUnchanged) {
    // Another member may have approved it since, so that it cannot be done twice.
    const [latest = approval] = await readRows(context, sql`a.id = ${id}`);
    return fail(findRefusal(latest, now) ?? (act.ok ? 'approval_stale' : act.code));
  }
  const actRow = { operator: makers, ...KINDS[kind], subject: subject === key ? key : `${subject} ${key}` };
  const actId = await beginAct(context, actRow);
  const { statements, result, text } = act.value;
  const decision = { id, decision: 'approved', memberId, operator, reason: '', now };
  const written = await decide(db, decision, [
    ...statements,
    // Fails the whole batch where it has not done what the rehearsal has just shown. Of NULL json_extract would not fail.
    sql`SELECT CASE WHEN (${result}) = ${text} THEN 1
      ELSE json_extract('{}', 'approval_stale:' || coalesce((${result}), '')) END`,
  ]);
  await endAct(context, actId, written.ok ? 200 : ERROR_STATUS[written.code], written.ok ? act.value.change : {});
  if (!written.ok) return written;
  act.value.afterwards?.();
  record({ before: { requester: approval.requester }, after: { kind, subject, key } });
  return findDecided(context, id);
};

export const rejectRequest: OperatorService<typeof calls.rejectRequest> = async (
  context,
  { id, reason },
  operator,
  record,
) => {
  const { db, now } = context;
  const loaded = await loadRequest(context, id);
  if (!loaded.ok) return loaded;
  const { approval, memberId } = loaded.value;
  const refusal = findRefusal(approval, now);
  if (refusal !== null) return fail(refusal);
  const decision = { id, decision: 'rejected', memberId, operator, reason, now };
  const written = await decide(db, decision);
  if (!written.ok) return written;
  record({
    accounts: [approval.user_id],
    before: { requester: approval.requester },
    after: { kind: approval.kind, subject: approval.subject, reason },
  });
  return findDecided(context, id);
};

async function findDecided(context: RequestContext, id: number): Promise<Outcome<{ data: Approval }, ErrorCode>> {
  const [approval] = await readApprovals(context, sql`a.id = ${id}`);
  return approval ? ok({ data: approval }) : fail('approval_unknown');
}

function findRefusal(approval: Row, now: number): ErrorCode | null {
  if (approval.decision !== null) return approval.decision === 'void' ? 'approval_void' : 'approval_closed';
  return isOpen(approval, now) ? null : 'approval_expired';
}

interface Decision {
  id: number;
  decision: string;
  memberId: number;
  operator: string;
  reason: string;
  now: number;
}

/** Its triggers and its key refuse it, and with it the batch: a second decision, the same member, a role that has gone. */
function insertDecision({ id, decision, memberId, operator, reason, now }: Decision, callId: string): SQL {
  return sql`INSERT INTO approval_decisions (approval_id, decision, decided_by, decider, reason, decided_at, call_id)
    VALUES (${id}, ${decision}, ${memberId}, ${operator}, ${reason}, ${now}, ${callId})`;
}

const RULES: readonly (readonly [rule: string, code: ErrorCode])[] = [
  ['approval_decisions.approval_id', 'approval_closed'],
  ['approval_expired', 'approval_expired'],
  ['approval_role', 'operator_role'],
  ['approval_self', 'approval_self'],
  ['approval_stale', 'approval_stale'],
  ['staff.name', 'staff_exists'],
  ['corrections.key', 'approval_stale'],
  ['corrections.tracking', 'tracking_used'],
  ['gift_batches.tracking', 'tracking_used'],
];

async function decide(
  db: Database,
  decision: Decision,
  statements: readonly SQL[] = [],
): Promise<Outcome<null, ErrorCode>> {
  const callId = randomId();
  try {
    const written = await refuseAsRule(retryWrite(() => batch(db, [insertDecision(decision, callId), ...statements])));
    if (!written.ok) return written;
    return written.value === null ? fail('key_used') : ok(null);
  } catch (error) {
    const match = RULES.find(([rule]) => isRefusedBy(error, rule));
    if (match === undefined) throw error;
    // A batch whose answer was lost is written again, and refused by its own decision.
    const isOwn = match[1] === 'approval_closed' && (await isDecidedBy(db, decision.id, callId));
    return isOwn ? ok(null) : fail(match[1]);
  }
}

async function isDecidedBy(db: Database, id: number, callId: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM approval_decisions WHERE approval_id = ${id} AND call_id = ${callId}`);
  return rows.length === 1;
}
