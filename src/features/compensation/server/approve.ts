import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { rehearse } from '../../../platform/db/rehearse.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { findOwnAccount } from '../../operator/server/own-money.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type { Change } from '../../staff/server/trail.ts';
import type * as calls from '../desk-contract.ts';
import type { ApproveResult, CompensationCase } from '../desk-contract.ts';
import { matchOwn, selectAloneDays, toFault } from './cases.ts';
import { countConcerned } from './concerned.ts';
import { findCases, matchIds } from './rows.ts';
import { runCases } from './run-cases.ts';
import { readCompensation } from './settings.ts';

/** Of the job, for each case right after its approval: a small case is given at once. */
const ROUNDS_AT_ONCE = 4;

interface Press {
  id: number;
  days: number;
  people: number;
}

const toIds = (presses: readonly Press[]) => presses.map(({ id }) => id);

/** Why a case is not approved, before any statement; `approved` for the same press again, whose answer was lost. */
function judgeCase(row: CompensationCase | undefined, press: Press, operator: string): ApproveResult | null {
  if (row === undefined) return 'unknown';
  if (row.state !== 'proposed') return isDecided(row, press, operator) ? 'approved' : 'closed';
  return row.people === null ? 'reach' : null;
}

const isDecided = (row: CompensationCase, { days, people }: Press, operator: string) =>
  row.state !== 'refused' && row.decider === operator && row.days === days && row.people === people;

interface Act {
  press: Press;
  approve: SQL;
  /** Two of its conditions, which say why it changed nothing. */
  explain: SQL;
}

async function buildActs(
  context: RequestContext,
  rows: ReadonlyMap<number, CompensationCase>,
  presses: readonly Press[],
  operator: string,
): Promise<Act[]> {
  const { env, now } = context;
  const account = await findOwnAccount(context);
  return presses.flatMap((press) => {
    const row = rows.get(press.id);
    if (row === undefined || judgeCase(row, press, operator) !== null) return [];
    const { id, days, people } = press;
    const isOwn = matchOwn(account, row);
    // A machine's key is nobody: its maker would approve by it.
    const isAlone = row.proposer === operator || [row.proposer, operator].some((name) => name.startsWith('key:'));
    // More days than somebody else proposed are a proposal of one's own.
    const isRaised = days > row.days && row.proposer !== operator;
    const isMany = sql`(${isRaised ? 1 : 0} = 1 OR ${isAlone ? 1 : 0} = 1 AND ${people * days} + ${selectAloneDays(now)} > ${readCompensation(env).aloneDays})`;
    const approve = sql`UPDATE compensation_cases SET state = 'running', days = ${days}, people = ${people},
        decider = ${operator}, decided_at = ${now}
      WHERE id = ${id} AND state = 'proposed' AND ${countConcerned(toFault(row), sql`${id}`)} = ${people}
        AND NOT ${isOwn} AND NOT ${isMany} RETURNING id`;
    return [{ press, approve, explain: sql`SELECT ${isOwn} AS own, ${isMany} AS many` }];
  });
}

const refusalRows = v.tuple([v.object({ own: v.number(), many: v.number() })]);

function readRefusal(rows: unknown): ApproveResult {
  const [{ own, many }] = v.parse(refusalRows, rows);
  if (own === 1) return 'own';
  return many === 1 ? 'second' : 'stale';
}

/** One transaction in the order of the presses: the days of each count in the sum of 24 hours before the next one. */
async function approveCases(
  context: RequestContext,
  presses: readonly Press[],
  operator: string,
  record: (change: Change) => void,
): Promise<{ results: readonly ApproveResult[]; rows: ReadonlyMap<number, CompensationCase> }> {
  const { db, now } = context;
  const before = await findCases(db, toIds(presses));
  const acts = await buildActs(context, before, presses, operator);
  if (acts.length === 0)
    return {
      results: presses.map((press) => judgeCase(before.get(press.id), press, operator) ?? 'stale'),
      rows: before,
    };
  const answers = await retryWrite(() =>
    batch(
      db,
      acts.flatMap(({ approve, explain }) => [approve, explain]),
    ),
  );
  const after = await findCases(db, toIds(presses));
  const results = presses.map((press) => {
    const at = acts.findIndex((act) => act.press === press);
    return judgeCase(after.get(press.id), press, operator) ?? readRefusal(answers[at * 2 + 1]);
  });
  const approved = acts.flatMap(({ press }) => (results[presses.indexOf(press)] === 'approved' ? [press] : []));
  if (approved.length === 0) return { results, rows: after };
  const toProposal = ({ id }: Press) => ({ case: id, state: 'proposed', proposer: before.get(id)?.proposer });
  const toApproval = ({ id, days, people }: Press) => ({ case: id, state: 'running', days, people });
  record({
    subjects: toIds(approved).map(nameCase),
    before: approved.map(toProposal),
    after: approved.map(toApproval),
  });
  try {
    await runCases({ db, now }, { rounds: approved.length * ROUNDS_AT_ONCE });
  } catch (cause) {
    console.error('approved cases wait for the schedule:', cause);
  }
  return { results, rows: await findCases(db, toIds(presses)) };
}

const nameCase = (id: number) => `compensation:${String(id)}`;

const CODES: Record<Exclude<ApproveResult, 'approved'>, ErrorCode> = {
  own: 'own_account',
  second: 'compensation_second',
  stale: 'compensation_stale',
  nobody: 'compensation_stale',
  reach: 'compensation_reach',
  closed: 'compensation_closed',
  unknown: 'compensation_unknown',
};

export const approveCompensation: OperatorService<typeof calls.approveCompensation> = async (
  context,
  press,
  operator,
  record,
) => {
  const { results, rows } = await approveCases(context, [press], operator, record);
  const [result = 'unknown'] = results;
  const row = rows.get(press.id);
  if (row === undefined) return fail('compensation_unknown');
  return result === 'approved' ? ok({ data: row }) : fail(CODES[result]);
};

export const approveCompensations: OperatorService<typeof calls.approveCompensations> = async (
  context,
  { cases },
  operator,
  record,
) => {
  const { results } = await approveCases(context, cases, operator, record);
  return ok({ data: cases.map(({ id }, at) => ({ id, result: results[at] ?? 'unknown' })) });
};

const countRows = v.tuple([v.object({ people: v.number(), own: v.number() })]);

/** Days as proposed, for whom they concern now, by the statements of the act, which are rolled back. */
export const rehearseApprovals: OperatorService<typeof calls.rehearseApprovals> = async (
  context,
  { ids },
  operator,
) => {
  const { db } = context;
  const unique = [...new Set(ids)];
  const rows = await findCases(db, unique);
  const account = await findOwnAccount(context);
  const open = [...rows.values()].filter(({ state, people }) => state === 'proposed' && people !== null);
  const counting = open.map(
    (row) => sql`SELECT ${countConcerned(toFault(row), sql`${row.id}`)} AS people, ${matchOwn(account, row)} AS own`,
  );
  const answers = counting.length === 0 ? [] : await batch(db, counting);
  const counts = new Map(open.map(({ id }, at) => [id, v.parse(countRows, answers[at])[0]]));
  const toPress = (id: number): Press => ({ id, days: rows.get(id)?.days ?? 0, people: counts.get(id)?.people ?? 0 });
  const presses = unique.map(toPress).filter(({ people }) => people > 0);
  const acts = await buildActs(context, rows, presses, operator);
  const isApproved = sql`state = 'running' AND ${matchIds(toIds(presses))}`;
  const text = await rehearse(
    db,
    acts.map(({ approve }) => approve),
    sql`SELECT json_group_array(id) FROM compensation_cases WHERE ${isApproved}`,
  );
  const approved = v.parse(v.array(v.number()), JSON.parse(text));
  const judge = ({ id, people }: Press): ApproveResult => {
    const row = rows.get(id);
    if (row === undefined) return 'unknown';
    if (row.state !== 'proposed') return 'closed';
    if (row.people === null) return 'reach';
    if (approved.includes(id)) return 'approved';
    if (counts.get(id)?.own === 1) return 'own';
    return people === 0 ? 'nobody' : 'second';
  };
  return ok({ data: unique.map(toPress).map((press) => ({ ...press, result: judge(press) })) });
};
