import * as v from 'valibot';
import { CASE_STATES, MAX_CASE_DAYS, PROPOSED_KINDS } from './cases.ts';
import { fault } from './contract.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Days for everybody whom a fault concerned: proposals, and their decision. Epoch seconds. */

const key = v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/));
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(4_000_000_000));
const days = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_CASE_DAYS));
const subject = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000_000));
const wanted = { kind: v.picklist(PROPOSED_KINDS), subject, from: time, until: time };

export const compensationCase = v.object({
  ...fault,
  id: v.number(),
  subject: v.number(),
  state: v.picklist(CASE_STATES),
  /** Null: the data does not say who was concerned. */
  people: v.nullable(v.number()),
  given: v.number(),
  /** Accounts that the job has looked at, of 1000; 0 before it began. */
  progress: v.number(),
  reason: v.string(),
  /** Empty: the schedule. */
  proposer: v.string(),
  decider: v.string(),
  decision_reason: v.string(),
  created_at: v.number(),
  decided_at: v.nullable(v.number()),
  finished_at: v.nullable(v.number()),
});
export type CompensationCase = v.InferOutput<typeof compensationCase>;

/** Who would be given days now. The mobile is masked for who lacks `people.contact`. */
const reach = v.object({
  people: v.nullable(v.number()),
  sample: v.array(v.object({ id: v.number(), mobile: v.string(), name: v.string(), subscribed_until: v.number() })),
});

export const listCompensations = defineCall({
  name: 'listCompensations',
  method: 'GET',
  path: '/operator/compensations',
  summary: 'Faults and the days proposed or given for them, the newest first, 50 a page.',
  access: { caller: 'operator', permission: 'compensation.read' },
  input: v.object({
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number))),
  }),
  output: v.object({ data: v.array(compensationCase), next: v.nullable(v.number()) }),
});

export const getCompensation = defineCall({
  name: 'getCompensation',
  method: 'GET',
  path: '/operator/compensations/:id',
  summary: 'One of them with the number of accounts that it concerns now, and five of these.',
  access: { caller: 'operator', permission: 'compensation.read' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      ...compensationCase.entries,
      reach,
      /** People times days that somebody may still give alone. */
      alone_days: v.number(),
      /** It waits, and would give days to who asks. */
      is_own: v.boolean(),
    }),
  }),
});

export const findCaseSubjects = defineCall({
  name: 'findCaseSubjects',
  method: 'GET',
  path: '/operator/compensation-subjects',
  summary: 'Plans, channels, newest screenings, or films that a `query` finds: what a case is about, by name.',
  access: { caller: 'operator', permission: 'compensation.propose' },
  input: v.object({
    kind: v.picklist(PROPOSED_KINDS),
    query: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
    /** That one alone. */
    id: v.optional(idInput),
  }),
  output: v.object({
    data: v.array(
      v.object({
        id: v.number(),
        name_fa: v.string(),
        name_en: v.string(),
        at: v.nullable(v.number()),
        year: v.nullable(v.number()),
        iranian: v.boolean(),
      }),
    ),
  }),
});

export const previewCompensation = defineCall({
  name: 'previewCompensation',
  method: 'POST',
  path: '/operator/compensations/preview',
  summary: 'How many accounts a proposal would concern, by the same query, and five of them. Writes nothing.',
  access: { caller: 'operator', permission: 'compensation.propose' },
  input: v.object(wanted),
  output: v.object({ data: reach }),
});

export const proposeCompensation = defineCall({
  name: 'proposeCompensation',
  method: 'POST',
  path: '/operator/compensations',
  summary: 'Proposes days for everybody concerned, once for each key and not twice for one time.',
  access: { caller: 'operator', permission: 'compensation.propose' },
  input: v.object({ key, ...wanted, days, reason }),
  output: v.object({ data: compensationCase }),
});

const press = { id: idInput, days, people: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) };

export const approveCompensation = defineCall({
  name: 'approveCompensation',
  method: 'POST',
  path: '/operator/compensations/:id/approve',
  summary:
    'Lets the schedule give the days; `people` as it was shown. Not to oneself, nor alone where people times days of 24 hours are many.',
  access: { caller: 'operator', permission: 'compensation.approve' },
  input: v.object(press),
  output: v.object({ data: compensationCase }),
});

/** Each is counted over all accounts in one transaction. */
export const MAX_APPROVALS_AT_ONCE = 20;
/**
 * `own`: it would give the caller days. `second`: somebody else decides. `stale`: it concerns another number of accounts
 * than was shown. `nobody`: none now. `reach`: the data does not say whom. `closed`: it was decided before.
 */
export const APPROVE_RESULTS = ['approved', 'own', 'second', 'stale', 'nobody', 'reach', 'closed', 'unknown'] as const;
export type ApproveResult = (typeof APPROVE_RESULTS)[number];
const approveResult = v.picklist(APPROVE_RESULTS);

export const rehearseApprovals = defineCall({
  name: 'rehearseApprovals',
  method: 'POST',
  path: '/operator/compensations/rehearse',
  summary:
    'The result that the approval of each proposal would have now, in this order and as proposed, by the same statements, which are rolled back.',
  access: { caller: 'operator', permission: 'compensation.approve' },
  input: v.object({ ids: v.pipe(v.array(idInput), v.minLength(1), v.maxLength(MAX_APPROVALS_AT_ONCE)) }),
  output: v.object({
    data: v.array(v.object({ id: v.number(), days: v.number(), people: v.number(), result: approveResult })),
  }),
});
export type ApprovalRow = v.InferOutput<typeof rehearseApprovals.output>['data'][number];

export const approveCompensations = defineCall({
  name: 'approveCompensations',
  method: 'POST',
  path: '/operator/compensations/approve',
  summary: 'Approves proposals in their order, each by the rules of a single approval, with a result for each.',
  access: { caller: 'operator', permission: 'compensation.approve' },
  input: v.object({
    cases: v.pipe(
      v.array(v.object(press)),
      v.minLength(1),
      v.maxLength(MAX_APPROVALS_AT_ONCE),
      v.check((cases) => new Set(cases.map(({ id }) => id)).size === cases.length, 'Each proposal once'),
    ),
  }),
  output: v.object({ data: v.array(v.object({ id: v.number(), result: approveResult })) }),
});

const MAX_CASES_AT_ONCE = 50;
/** `closed`: it was decided before. */
const REFUSE_RESULTS = ['refused', 'closed', 'unknown'] as const;

export const refuseCompensations = defineCall({
  name: 'refuseCompensations',
  method: 'POST',
  path: '/operator/compensations/refuse',
  summary: 'Ends proposals without days for one reason, with a result for each.',
  access: { caller: 'operator', permission: 'compensation.approve' },
  input: v.object({ ids: v.pipe(v.array(idInput), v.minLength(1), v.maxLength(MAX_CASES_AT_ONCE)), reason }),
  output: v.object({ data: v.array(v.object({ id: v.number(), result: v.picklist(REFUSE_RESULTS) })) }),
});

export const refuseCompensation = defineCall({
  name: 'refuseCompensation',
  method: 'POST',
  path: '/operator/compensations/:id/refuse',
  summary: 'Ends a proposal without days.',
  access: { caller: 'operator', permission: 'compensation.approve' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: compensationCase }),
});
