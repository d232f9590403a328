import { RULE } from '../../src/features/compensation/cases.ts';
import { query } from './query.ts';
import { CHANNEL } from './shop.ts';
import type { Model } from './model.ts';
import type { FaultKind } from './steps.ts';
import type { World } from './world.ts';

export interface CaseRow {
  id: number;
  kind: string;
  subject: number;
  plan_id: number;
  starts_at: number;
  ends_at: number;
  days: number;
  people: number | null;
  state: string;
  cursor: number;
  proposer: string;
  decider: string;
}

/** The facts by which a fault concerns somebody. */
export interface Facts {
  world: World;
  model: Model;
  /** Ends of each user's subscription, each from its time on, and what it came by. */
  ends: Map<number, { at: number; until: number; by: string }[]>;
  pauses: Map<number, { id: number; user_id: number; started_at: number; ended_at: number }>;
  streams: Map<string, { user_id: number; item: string; began_at: number; ends_at: number; seenAt: number }>;
  plans: { user: number; at: number; payment: string; plan: number }[];
}

const MIN_FAILED_ANSWERS = 3;

/** True if two times have a moment in common. */
export function overlap(one: Pick<CaseRow, 'starts_at' | 'ends_at'>, other: typeof one): boolean {
  return one.starts_at < other.ends_at && other.starts_at < one.ends_at;
}

/** True if a fault concerns a user; null where requests of the same second decide. */
export function isConcerned(facts: Facts, fault: CaseRow, user: number): boolean | null {
  switch (fault.kind) {
    case 'subscription':
      return fault.plan_id === 0 ? wasSubscribed(facts, fault, user) : hadPlan(facts, fault, user);
    case 'channel':
      return hasWatched(facts, fault, user);
    case 'plays':
      return hasFailed(facts, fault, user);
    default:
      return hadBought(facts, fault, user);
  }
}

/** As a person with a calendar would say: the days that were open, from change to change, without those of pauses. */
function wasSubscribed({ ends, pauses }: Facts, { starts_at: from, ends_at: until }: CaseRow, user: number) {
  const changes = ends.get(user) ?? [];
  const rests = [...pauses.values()].filter((pause) => pause.user_id === user);
  const edges = [...changes.map(({ at }) => at), ...rests.flatMap((pause) => [pause.started_at, pause.ended_at])];
  if (edges.some((at) => at === from || at === until)) return null;
  return changes.some(({ at, until: end }, index) => {
    const first = Math.max(at, from);
    const last = Math.min(end, changes[index + 1]?.at ?? Infinity, until);
    return first < last && !rests.some((pause) => pause.started_at <= first && pause.ended_at >= last);
  });
}

function hadPlan(facts: Facts, fault: CaseRow, user: number): boolean | null {
  const bought = facts.plans.filter((one) => one.user === user && one.at < fault.ends_at);
  const latest = Math.max(...bought.map(({ at }) => at));
  const last = new Set(bought.filter(({ at }) => at === latest).map(({ plan }) => plan));
  if (last.size > 1) return null;
  return last.has(fault.plan_id) && wasSubscribed(facts, fault, user);
}

function hasWatched({ streams }: Facts, { proposer, starts_at: from, ends_at: until }: CaseRow, user: number) {
  // The schedule looks at the moment of its last look, too.
  const end = proposer === '' ? until + 1 : until;
  const streamsThen = [...streams.values()].filter(
    (one) => one.user_id === user && one.item === `c${String(CHANNEL)}` && one.began_at < end && one.ends_at > from,
  );
  if (streamsThen.some((one) => one.seenAt < until)) return true;
  return streamsThen.length > 0 ? null : false;
}

function hasFailed({ world }: Facts, { starts_at: from, ends_at: until }: CaseRow, user: number): boolean | null {
  const failures = [...world.outages.failures.values()].filter((one) => one.user === user);
  const isSure = failures.some(({ at }) => {
    const times = at.filter((time) => time !== null);
    return times.length >= MIN_FAILED_ANSWERS && times.every((time) => time >= from && time < until);
  });
  if (isSure) return true;
  return failures.some(({ at }) => at.length >= MIN_FAILED_ANSWERS) ? null : false;
}

/** A ticket, or a film, that was there at some moment of the time. */
function hadBought({ world, model }: Facts, fault: CaseRow, user: number): boolean {
  const parts = model.person(user).owned.get(`${fault.kind}:${String(fault.subject)}`) ?? [];
  return parts.some(({ payment, until }) => {
    const sql = 'SELECT settled_at AS at FROM payments WHERE id = ?';
    const at = query<{ at: number }>(world.sqlite, sql, payment)[0]?.at ?? Infinity;
    return at < fault.ends_at && until > fault.starts_at;
  });
}

/** A screening is looked at between its beginning and its end. */
export function isShown({ sqlite }: World, kind: FaultKind, at: number): boolean {
  if (kind === 'channel') return true;
  const sql = 'SELECT 1 FROM screenings WHERE starts_at <= ? AND ends_at > ?';
  return query(sqlite, sql, at, at).length > 0;
}

/** Whether days of the other one count for the first: of the same time, or by rules for one day in Tehran. */
export function sharesDays(one: CaseRow, other: CaseRow): boolean {
  if (overlap(one, other)) return true;
  if (one.decider !== RULE || other.decider !== RULE) return false;
  return formatDay(one.starts_at) <= formatDay(other.ends_at) && formatDay(other.starts_at) <= formatDay(one.ends_at);
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' });
const formatDay = (at: number) => dayFormat.format(at * 1000);
