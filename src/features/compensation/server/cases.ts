import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { chooseMask } from '../../operator/server/accounts.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { getDefaultLimit } from '../../streams/server/lease.ts';
import { MAX_CASE_AGE_SECONDS, type CaseKind } from '../cases.ts';
import type * as calls from '../desk-contract.ts';
import { previewCompensation as previewCall, type CompensationCase } from '../desk-contract.ts';
import { countConcerned, matchConcerned, selectWatchers, type Fault } from './concerned.ts';
import { CASE, caseRows, findCase } from './rows.ts';
import { runCases } from './run-cases.ts';
import { readCompensation } from './settings.ts';

const PER_PAGE = 50;
const SAMPLE = 5;
/** Of the job, right after an approval: a small case is given at once. */
const ROUNDS_AT_ONCE = 4;
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

const toFault = ({ kind, subject, starts_at: from, ends_at: until }: CompensationCase): Fault => {
  return { kind, subject, from, until };
};

export const getCompensation: OperatorService<typeof calls.getCompensation> = async (context, { id }) => {
  const row = await findCase(context.db, id);
  if (row === null) return fail('compensation_unknown');
  const reach = await readCaseReach(context, row);
  return ok({ data: { ...row, reach, alone_days: readCompensation(context.env).aloneDays } });
};

const subjects: Record<CaseKind, (id: number) => SQL> = {
  subscription: (id) => sql`SELECT NULL AS access WHERE ${id} = 0`,
  plays: () => sql`SELECT NULL AS access WHERE 0`,
  channel: (id) => sql`SELECT access FROM channels WHERE id = ${id}`,
  screening: (id) => sql`SELECT NULL AS access FROM screenings WHERE id = ${id}`,
  title: (id) => sql`SELECT NULL AS access FROM all_titles WHERE id = ${id}`,
};
const subjectRow = v.object({ access: v.nullable(v.string()) });

/** Whether the data says who was concerned. A free channel is watched without a right; its viewers are not known. */
async function checkFault(
  { db, env, now }: RequestContext,
  { kind, subject, from, until }: Fault,
): Promise<Outcome<boolean, ErrorCode>> {
  if (from >= until || until > now || from < now - MAX_CASE_AGE_SECONDS) return fail('compensation_period');
  const [row] = await db.all(subjects[kind](subject));
  if (row === undefined) return fail('compensation_subject');
  if (kind !== 'channel') return ok(true);
  const isPaid = v.parse(subjectRow, row).access === 'subscription';
  return ok(isPaid && getDefaultLimit(env) > 0 && from > now - STREAMS_SECONDS);
}

export const previewCompensation: OperatorService<typeof previewCall> = async (context, fault) => {
  const check = await checkFault(context, fault);
  if (!check.ok) return check;
  return ok({ data: check.value ? await readReach(context, fault, null) : { people: null, sample: [] } });
};

export const proposeCompensation: OperatorService<typeof calls.proposeCompensation> = async (
  context,
  { key, days, reason, ...fault },
  operator,
  record,
) => {
  const { db, now } = context;
  const check = await checkFault(context, fault);
  if (!check.ok) return check;
  const { kind, subject, from, until } = fault;
  const people = check.value ? countConcerned(fault) : sql`NULL`;
  const [, , rows] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO compensation_cases
          (key, kind, subject, starts_at, ends_at, days, state, people, reason, proposer, created_at)
        SELECT ${key}, ${kind}, ${subject}, ${from}, ${until}, ${days}, 'proposed', ${people}, ${reason}, ${operator}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM compensation_cases WHERE key = ${key}) AND NOT ${matchOverlap(fault)}`,
      storeWatchers(fault, sql`SELECT id FROM compensation_cases WHERE key = ${key} AND created_at = ${now}`),
      sql`SELECT ${CASE} FROM compensation_cases c WHERE c.key = ${key}`,
    ]),
  );
  const [made] = v.parse(caseRows, rows);
  if (made === undefined) return fail('compensation_overlap');
  const isRepeat = made.kind === kind && made.subject === subject && made.starts_at === from && made.ends_at === until;
  if (!isRepeat || made.days !== days || made.proposer !== operator) return fail('key_used');
  record({ after: { case: made.id, kind, subject, from, until, days, people: made.people, reason } });
  return ok({ data: made });
};

/** One fault has one case, of the schedule or of a person. */
export function matchOverlap({ kind, subject, from, until }: Fault): SQL {
  return sql`EXISTS (SELECT 1 FROM compensation_cases o WHERE o.kind = ${kind} AND o.subject = ${subject}
    AND o.state <> 'refused' AND o.starts_at < ${until} AND o.ends_at > ${from})`;
}

export function storeWatchers(fault: Fault, ids: SQL): SQL {
  const isChannel = fault.kind === 'channel' ? 1 : 0;
  return sql`INSERT OR IGNORE INTO outage_viewers (case_id, user_id)
    SELECT m.id, w.user_id FROM (${ids}) m CROSS JOIN (${selectWatchers(fault)}) w WHERE ${isChannel} = 1`;
}

export const approveCompensation: OperatorService<typeof calls.approveCompensation> = async (
  context,
  { id, days, people },
  operator,
  record,
) => {
  const { db, env, now } = context;
  const row = await findCase(db, id);
  if (row === null) return fail('compensation_unknown');
  if (row.state !== 'proposed')
    return isDecided(row, { days, people, operator }) ? ok({ data: row }) : fail('compensation_closed');
  if (row.people === null) return fail('compensation_reach');
  // A machine's key is nobody: its maker would approve by it.
  const isAlone = [row.proposer, operator].some((name) => name.startsWith('key:')) || row.proposer === operator;
  if (isAlone && people * days > readCompensation(env).aloneDays) return fail('compensation_second');
  const [rows = []] = await retryWrite(() =>
    batch(db, [
      sql`UPDATE compensation_cases SET state = 'running', days = ${days}, people = ${people}, decider = ${operator},
          decided_at = ${now}
        WHERE id = ${id} AND state = 'proposed' AND ${countConcerned(toFault(row), sql`${id}`)} = ${people} RETURNING id`,
    ]),
  );
  const made = await findCase(db, id);
  if (made === null) return fail('compensation_unknown');
  if (rows.length === 0 && made.state === 'proposed') return fail('compensation_stale');
  if (rows.length === 0 && !isDecided(made, { days, people, operator })) return fail('compensation_closed');
  record({ before: { state: 'proposed', proposer: row.proposer }, after: { state: 'running', days, people } });
  try {
    await runCases({ db, now }, { rounds: ROUNDS_AT_ONCE });
  } catch (cause) {
    console.error(`case ${String(id)} waits for the schedule:`, cause);
  }
  return ok({ data: (await findCase(db, id)) ?? made });
};

/** By this operator with the same press, whose answer was lost. */
function isDecided(
  made: CompensationCase,
  { days, people, operator }: { days: number; people: number; operator: string },
) {
  return made.state !== 'refused' && made.decider === operator && made.days === days && made.people === people;
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
