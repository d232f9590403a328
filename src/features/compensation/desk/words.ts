import type { Tone } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { PROPOSED_KINDS, type CaseKind, type CaseState } from '../cases.ts';
import type { CompensationCase } from '../desk-contract.ts';

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

export function nameFault({ kind, name_fa, name_en }: Pick<CompensationCase, 'kind' | 'name_fa' | 'name_en'>): string {
  const name = getLocale() === 'fa' ? name_fa : name_en;
  return name === null ? nameCaseKind(kind) : `${nameCaseKind(kind)}: ${name}`;
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
