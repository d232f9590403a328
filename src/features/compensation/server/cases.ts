import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { chooseMask } from '../../operator/server/accounts.ts';
import { findOwnAccount } from '../../operator/server/own-money.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { getDefaultLimit } from '../../streams/server/lease.ts';
import { CASE_STATES, MAX_CASE_AGE_SECONDS, type CaseKind } from '../cases.ts';
import type * as calls from '../desk-contract.ts';
import { previewCompensation as previewCall, type CompensationCase } from '../desk-contract.ts';
import { countConcerned, matchConcerned, selectWatchers, type Fault } from './concerned.ts';
import { CASE, caseRows, findCase, matchIds } from './rows.ts';
import { readCompensation } from './settings.ts';

const PER_PAGE = 50;
const SAMPLE = 5;
const DAY = 24 * 60 * 60;
/** Streams are removed 24 hours after their end. */
const STREAMS_SECONDS = 23 * 60 * 60;

export const listCompensations: OperatorService<typeof calls.listCompensations> = async ({ db }, { before }) => {
  const rows =
    await db.all(sql`SELECT ${CASE} FROM compensation_cases c WHERE c.id < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY c.id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(caseRows, rows);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

const counted = v.object({ people: v.number() });
const sampleRows = previewCall.output.entries.data.entries.sample;
type Reach = v.InferOutput<typeof previewCall.output>['data'];

async function readReach(context: RequestContext, fault: Fault, caseId: SQL | null): Promise<Reach> {
  const [counts] = await context.db.all(sql`SELECT ${countConcerned(fault, caseId)} AS people`);
  return {
    people: v.parse(counted, counts).people,
    sample: await readSample(context, sql`${matchConcerned(fault, caseId)} AND u.cancelled_at IS NULL`),
  };
}

async function readSample(context: RequestContext, condition: SQL): Promise<Reach['sample']> {
  const rows = await context.db.all(sql`SELECT u.id, u.mobile, u.name, u.subscribed_until FROM users u
    WHERE ${condition} ORDER BY u.id LIMIT ${SAMPLE}`);
  const hide = await chooseMask(context);
  return v.parse(sampleRows, rows).map((row) => ({ ...row, mobile: hide(row.mobile) }));
}

/** Of a case that was decided: who was given its days. */
async function readCaseReach(context: RequestContext, row: CompensationCase): Promise<Reach> {
  if (row.state === 'proposed' && row.people !== null) return readReach(context, toFault(row), sql`${row.id}`);
  const isGiven = sql`u.id IN (SELECT g.user_id FROM compensations g WHERE g.case_id = ${row.id} ORDER BY g.user_id LIMIT ${SAMPLE})`;
  return { people: row.people, sample: await readSample(context, isGiven) };
}

export const toFault = ({ kind, subject, plan_id: plan, starts_at: from, ends_at: until }: CompensationCase): Fault => {
  return { kind, subject, plan, from, until };
};

/** The number of a subscription's fault is that of a plan. */
const readFault = ({ subject, ...rest }: Omit<Fault, 'plan'>): Fault =>
  rest.kind === 'subscription' ? { ...rest, subject: 0, plan: subject } : { ...rest, subject, plan: 0 };

export const getCompensation: OperatorService<typeof calls.getCompensation> = async (
  context,
  { id },
  _operator,
  record,
) => {
  const row = await findCase(context.db, id);
  if (row === null) return fail('compensation_unknown');
  const reach = await readCaseReach(context, row);
  const [rest] = await context.db.all(sql`SELECT ${selectAloneDays(context.now)} AS days,
    ${matchOwn(await findOwnAccount(context), row)} AS own`);
  const { days, own } = v.parse(ownRow, rest);
  const aloneDays = Math.max(0, readCompensation(context.env).aloneDays - days);
  record({ accounts: reach.sample.map(({ id: account }) => account) });
  return ok({ data: { ...row, reach, alone_days: aloneDays, is_own: row.state === 'proposed' && own === 1 } });
};

const ownRow = v.object({ days: v.number(), own: v.number() });

/** People times days of the last 24 hours that were decided without a second person, of all members together. */
export const selectAloneDays = (
  now: number,
) => sql`(SELECT coalesce(sum(o.people * o.days), 0) FROM compensation_cases o
  WHERE o.decided_at > ${now - DAY} AND o.state IN ('running', 'done')
    AND (o.decider = o.proposer OR o.decider LIKE 'key:%' OR o.proposer LIKE 'key:%'))`;

/** An SQL value: the case gives days to the account of the caller, or of the key's maker. */
export const matchOwn = (account: number | null, row: CompensationCase) =>
  sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${account} AND ${matchConcerned(toFault(row), sql`${row.id}`)})`;

const subjects: Record<CaseKind, (id: number) => SQL> = {
  subscription: (plan) =>
    sql`SELECT NULL AS access WHERE ${plan} = 0 OR EXISTS (SELECT 1 FROM plans WHERE id = ${plan})`,
  plays: () => sql`SELECT NULL AS access WHERE 0`,
  channel: (id) => sql`SELECT access FROM channels WHERE id = ${id}`,
  screening: (id) => sql`SELECT NULL AS access FROM screenings WHERE id = ${id}`,
  title: (id) => sql`SELECT NULL AS access FROM all_titles WHERE id = ${id}`,
};
const subjectRow = v.object({ access: v.nullable(v.string()) });

/** Whether the data says who was concerned. A free channel is watched without a right; its viewers are not known. */
async function checkFault(
  { db, env, now }: RequestContext,
  { kind, subject, plan, from, until }: Fault,
): Promise<Outcome<boolean, ErrorCode>> {
  if (from >= until || until > now || from < now - MAX_CASE_AGE_SECONDS) return fail('compensation_period');
  const [row] = await db.all(subjects[kind](kind === 'subscription' ? plan : subject));
  if (row === undefined) return fail('compensation_subject');
  if (kind !== 'channel') return ok(true);
  const isPaid = v.parse(subjectRow, row).access === 'subscription';
  return ok(isPaid && getDefaultLimit(env) > 0 && from > now - STREAMS_SECONDS);
}

export const previewCompensation: OperatorService<typeof previewCall> = async (context, wanted, _operator, record) => {
  const fault = readFault(wanted);
  const check = await checkFault(context, fault);
  if (!check.ok) return check;
  const reach = check.value ? await readReach(context, fault, null) : { people: null, sample: [] };
  record({ accounts: reach.sample.map(({ id }) => id) });
  return ok({ data: reach });
};

export const proposeCompensation: OperatorService<typeof calls.proposeCompensation> = async (
  context,
  { key, days, reason, ...wanted },
  operator,
  record,
) => {
  const { db, now } = context;
  const fault = readFault(wanted);
  const check = await checkFault(context, fault);
  if (!check.ok) return check;
  const { kind, subject, plan, from, until } = fault;
  const people = check.value ? countConcerned(fault) : sql`NULL`;
  const [, , rows] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO compensation_cases
          (key, kind, subject, plan_id, starts_at, ends_at, days, state, people, reason, proposer, created_at)
        SELECT ${key}, ${kind}, ${subject}, ${plan}, ${from}, ${until}, ${days}, 'proposed', ${people}, ${reason}, ${operator}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM compensation_cases WHERE key = ${key}) AND NOT ${matchOverlap(fault)}`,
      storeWatchers(fault, sql`SELECT id FROM compensation_cases WHERE key = ${key} AND created_at = ${now}`),
      sql`SELECT ${CASE} FROM compensation_cases c WHERE c.key = ${key}`,
    ]),
  );
  const [made] = v.parse(caseRows, rows);
  if (made === undefined) return fail('compensation_overlap');
  const before = toFault(made);
  const isRepeat = (['kind', 'subject', 'plan', 'from', 'until'] as const).every(
    (name) => before[name] === fault[name],
  );
  if (!isRepeat || made.days !== days || made.proposer !== operator) return fail('key_used');
  record({ after: { case: made.id, kind, subject, plan, from, until, days, people: made.people, reason } });
  return ok({ data: made });
};

/** One fault has one case, of the schedule or of a person. One that the schedule still observes has no end yet. */
export function matchOverlap({ kind, subject, plan, from, until }: Fault): SQL {
  return sql`EXISTS (SELECT 1 FROM compensation_cases o WHERE o.kind = ${kind} AND o.subject = ${subject} AND o.plan_id = ${plan}
    AND o.state <> 'refused' AND o.starts_at < ${until} AND (o.ends_at > ${from} OR o.state = 'observed'))`;
}

export function storeWatchers(fault: Fault, ids: SQL): SQL {
  const isWatched = fault.kind === 'channel' || fault.kind === 'plays' ? 1 : 0;
  return sql`INSERT OR IGNORE INTO outage_viewers (case_id, user_id)
    SELECT m.id, w.user_id FROM (${ids}) m CROSS JOIN (${selectWatchers(fault)}) w WHERE ${isWatched} = 1`;
}

export const refuseCompensation: OperatorService<typeof calls.refuseCompensation> = async (
  { db, now },
  { id, reason },
  operator,
  record,
) => {
  const rows = await db.all(sql`UPDATE compensation_cases SET state = 'refused', decider = ${operator},
    decision_reason = ${reason}, decided_at = ${now} WHERE id = ${id} AND state = 'proposed' RETURNING id`);
  const made = await findCase(db, id);
  if (made === null) return fail('compensation_unknown');
  if (rows.length === 0) return fail('compensation_closed');
  record({ before: { state: 'proposed' }, after: { state: 'refused', reason } });
  return ok({ data: made });
};

const stateRow = v.object({ id: v.number(), state: v.picklist(CASE_STATES) });

export const refuseCompensations: OperatorService<typeof calls.refuseCompensations> = async (
  { db, now },
  { ids, reason },
  operator,
  record,
) => {
  const isChosen = matchIds(ids);
  const [made = [], rows] = await batch(db, [
    sql`UPDATE compensation_cases SET state = 'refused', decider = ${operator}, decision_reason = ${reason},
      decided_at = ${now} WHERE ${isChosen} AND state = 'proposed' RETURNING id`,
    sql`SELECT id, state FROM compensation_cases WHERE ${isChosen}`,
  ]);
  const done = made.map(({ id }) => Number(id));
  const stored = new Map(v.parse(v.array(stateRow), rows).map(({ id, state }) => [id, state]));
  record({
    subjects: done.map((id) => `compensation:${String(id)}`),
    before: { state: 'proposed' },
    after: { state: 'refused', cases: done, reason },
  });
  return ok({
    data: [...new Set(ids)].map((id) => {
      const result = done.includes(id) ? 'refused' : stored.has(id) ? 'closed' : 'unknown';
      return { id, result } as const;
    }),
  });
};
