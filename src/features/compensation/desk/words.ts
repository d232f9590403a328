import type { Tone } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatTime, formatYear } from '../../../platform/text/format.ts';
import { PROPOSED_KINDS, type CaseKind, type CaseState } from '../cases.ts';
import type { ApproveResult, CompensationCase, findCaseSubjects } from '../desk-contract.ts';

const KINDS: Record<CaseKind, () => string> = {
  subscription: m.compensation_whole,
  channel: m.compensation_channel,
  screening: m.compensation_screening,
  title: m.compensation_film,
  plays: m.compensation_plays,
};
const nameCaseKind = (kind: CaseKind) => KINDS[kind]();

const AUDIENCES: Record<(typeof PROPOSED_KINDS)[number], () => string> = {
  subscription: m.compensation_subscription,
  channel: m.compensation_watchers,
  screening: m.compensation_tickets,
  title: m.compensation_buyers,
};
export const listAudiences = () => PROPOSED_KINDS.map((kind) => [kind, AUDIENCES[kind]()] as const);

const SUBJECTS: Record<(typeof PROPOSED_KINDS)[number], () => string> = {
  subscription: m.compensation_plan,
  channel: m.compensation_subject_channel,
  screening: m.compensation_subject_screening,
  title: m.compensation_subject_title,
};
export const nameSubjectKind = (kind: (typeof PROPOSED_KINDS)[number]) => SUBJECTS[kind]();

type Subject = Output<typeof findCaseSubjects>['data'][number];

export function nameSubject({ name_fa, name_en, at, year, iranian }: Subject): string {
  const name = getLocale() === 'fa' ? name_fa : name_en;
  if (year !== null) return `\u2068${name}\u2069 (${formatYear(year, iranian)})`;
  return at === null ? name : `\u2068${name}\u2069, ${formatDate(at)} ${formatTime(at)}`;
}

type NamedFault = Pick<CompensationCase, 'kind' | 'plan_id' | 'name_fa' | 'name_en'>;

export function nameFault({ kind, plan_id: plan, name_fa, name_en }: NamedFault): string {
  const name = getLocale() === 'fa' ? name_fa : name_en;
  if (plan > 0 && name !== null) return m.compensation_of_plan({ name });
  if (kind === 'subscription' && name !== null) return `${m.compensation_premiere()}: \u2068${name}\u2069`;
  return name === null ? nameCaseKind(kind) : `${nameCaseKind(kind)}: \u2068${name}\u2069`;
}

const STATES: Record<CaseState, readonly [Tone, () => string]> = {
  observed: ['bad', m.compensation_observed],
  proposed: ['open', m.compensation_proposed],
  refused: ['quiet', m.compensation_refused],
  running: ['open', m.compensation_running],
  done: ['good', m.compensation_done],
};

export function describeCase(state: CaseState): { tone: Tone; text: string } {
  const [tone, text] = STATES[state];
  return { tone, text: text() };
}

const RESULTS: Record<ApproveResult | 'refused', () => string> = {
  approved: m.compensation_result_approved,
  refused: m.compensation_result_refused,
  own: m.compensation_result_own,
  second: m.compensation_result_second,
  stale: m.compensation_result_stale,
  nobody: m.compensation_result_nobody,
  reach: m.compensation_result_reach,
  closed: m.compensation_result_closed,
  unknown: m.compensation_result_closed,
};
export const describeResult = (result: ApproveResult | 'refused') => RESULTS[result]();
