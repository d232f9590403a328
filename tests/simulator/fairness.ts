import { UNDO_SECONDS } from '../../src/platform/config/constants.ts';
import { RULE } from '../../src/features/compensation/cases.ts';
import { isConcerned, isShown, overlap, sharesDays, type CaseRow, type Facts } from './concerned.ts';
import type { Model } from './model.ts';
import { isWhole } from './outages.ts';
import { query } from './query.ts';
import { CHANNEL, DAY, SCREENING, USERS } from './shop.ts';
import type { World } from './world.ts';

interface GivenRow {
  id: number;
  user_id: number;
  days: number;
  until_before: number;
  until_after: number;
  created_at: number;
  case_id: number | null;
  undone_at: number | null;
}

/** Seconds: a source's playlist is kept so long, so a look sees a fault that is older. */
const SOURCE_SECONDS = 61;
/** As world.ts sets it, and as long as two looks may be apart. */
const SEEN_SECONDS = 4 * 60;
const GAP_SECONDS = 10 * 60;

/** SQL: changes where something moved the end of a subscription beside payments, or a case got further. */
export const FAIR_COUNTS = `(SELECT concat(count(*), ' ', count(undone_at)) FROM compensations) || ' ' ||
  (SELECT concat(count(*), ' ', sum(ended_at)) FROM subscription_pauses) || ' ' || (SELECT count(*) FROM streams) || ' ' ||
  (SELECT concat(count(*), ' ', sum(cursor), ' ', sum(state = 'done'), ' ', sum(state = 'proposed')) FROM compensation_cases)`;

/** Who must be given days, and who was: from what visitors did and what failed, not from the product's own question. */
export class Fairness implements Facts {
  readonly plans: Facts['plans'] = [];
  readonly ends = new Map<number, Facts['ends'] extends Map<number, infer List> ? List : never>();
  readonly pauses: Facts['pauses'] = new Map();
  readonly streams: Facts['streams'] = new Map();
  private readonly given = new Map<number, GivenRow>();
  private readonly undone = new Set<number>();
  private readonly judged = new Set<number>();
  private readonly counted = new Set<number>();
  private cases: CaseRow[] = [];
  readonly world: World;
  readonly model: Model;

  constructor(world: World, model: Model) {
    this.world = world;
    this.model = model;
  }

  /** The end of a subscription is now another, from this time on. */
  note(user: number, at: number, by: string): void {
    const ends = this.ends.get(user) ?? [];
    this.ends.set(user, ends);
    ends.push({ at: Math.max(at, ends.at(-1)?.at ?? 0), until: this.model.person(user).subscribedUntil, by });
  }

  /** An act that was undone never was. */
  forget(user: number, by: string): void {
    const ends = this.ends.get(user) ?? [];
    const first = ends.findIndex((one) => one.by === by);
    if (first >= 0) ends.splice(first);
  }

  /** Whether days of other acts than plans are in the end of a subscription. */
  hasMoved(user: number): boolean {
    const isGiven = [...this.given.values()].some((one) => one.user_id === user && one.undone_at === null);
    return isGiven || [...this.pauses.values()].some((one) => one.user_id === user);
  }

  isPaused(user: number, at: number): boolean {
    return [...this.pauses.values()].some((one) => one.user_id === user && one.started_at < at && one.ended_at > at);
  }

  follow(): void {
    const { sqlite } = this.world;
    for (const row of query<Parameters<Fairness['followPause']>[0]>(sqlite, 'SELECT * FROM subscription_pauses'))
      this.followPause(row);
    const streams = 'SELECT id, user_id, item, began_at, ends_at FROM streams';
    for (const row of query<{ id: string; user_id: number; item: string; began_at: number; ends_at: number }>(
      sqlite,
      streams,
    ))
      this.streams.set(row.id, { seenAt: this.world.now, ...this.streams.get(row.id), ...row });
    this.cases = query<CaseRow>(sqlite, 'SELECT * FROM compensation_cases ORDER BY id');
    this.checkCases();
    for (const row of query<GivenRow>(sqlite, 'SELECT * FROM compensations ORDER BY id')) this.followGiven(row);
    for (const one of this.cases) {
      if (one.state !== 'observed' && !this.counted.has(one.id)) this.count(one);
      const isGiven = one.state === 'done' || (one.state === 'running' && one.cursor > 0);
      if (!isGiven || this.judged.has(one.id)) continue;
      this.judged.add(one.id);
      this.judge(one);
    }
  }

  private followPause(row: { id: number; user_id: number; started_at: number; ended_at: number }): void {
    const before = this.pauses.get(row.id);
    if (before?.ended_at === row.ended_at) return;
    if (before === undefined && this.isPaused(row.user_id, row.started_at + 1))
      this.world.fail(`user ${String(row.user_id)} is paused twice`);
    this.pauses.set(row.id, row);
    const person = this.model.person(row.user_id);
    person.subscribedUntil += row.ended_at - (before?.ended_at ?? row.started_at);
    this.note(row.user_id, before === undefined ? row.started_at : this.world.now, `pause ${String(row.id)}`);
  }

  private followGiven(row: GivenRow): void {
    const { id, user_id, days, created_at, undone_at } = row;
    const person = this.model.person(user_id);
    const fail = (fault: string) => {
      this.world.fail(`days ${String(id)} of user ${String(user_id)}: ${fault}`);
    };
    if (!this.given.has(id)) {
      if (row.until_before !== person.subscribedUntil) fail(`count from ${String(row.until_before)}`);
      person.subscribedUntil = Math.max(person.subscribedUntil, created_at) + days * DAY;
      this.note(user_id, created_at, `given ${String(id)}`);
    }
    this.given.set(id, row);
    if (undone_at === null || this.undone.has(id)) return;
    this.undone.add(id);
    if (row.case_id !== null) fail('are of a case, and were taken back');
    if (undone_at < created_at || undone_at >= created_at + UNDO_SECONDS) fail(`taken back at ${String(undone_at)}`);
    if (person.subscribedUntil !== row.until_after) fail('taken back although the subscription has changed');
    person.subscribedUntil = row.until_before;
    this.forget(user_id, `given ${String(id)}`);
  }

  /** One fault is one case, and the schedule's are of faults that there were. */
  private checkCases(): void {
    const describe = (one: CaseRow) => `${one.kind} ${String(one.subject)} ${String(one.plan_id)}`;
    const open = this.cases.filter(({ state }) => state !== 'refused');
    for (const [index, one] of open.entries()) {
      const other = open
        .slice(0, index)
        .find((earlier) => describe(earlier) === describe(one) && overlap(earlier, one));
      if (other) this.world.fail(`cases ${String(other.id)} and ${String(one.id)} are of one fault`);
      if (one.proposer !== '' || (one.kind !== 'channel' && one.kind !== 'screening')) continue;
      const isReal = this.world.outages.list.some(
        ({ what, from, until }) => what === one.kind && from <= one.starts_at && (until ?? Infinity) >= one.ends_at,
      );
      if (!isReal) this.world.fail(`case ${String(one.id)} (${describe(one)}) is of no fault`);
    }
  }

  /** Who decides reads how many it concerns. */
  private count(one: CaseRow): void {
    this.counted.add(one.id);
    const answers = USERS.map(({ id }) => !this.isCancelled(id) && isConcerned(this, one, id));
    const people = answers.filter((answer) => answer === true).length;
    if (answers.includes(null) || people === (one.people ?? 0)) return;
    this.world.fail(`case ${String(one.id)} (${one.kind}) names ${String(one.people)} accounts, not ${String(people)}`);
  }

  /** Nobody twice, nobody missed, nobody else. */
  private judge(one: CaseRow): void {
    const { outages, fail } = this.world;
    const name = `case ${String(one.id)} (${one.kind})`;
    if (one.decider === RULE && !outages.rules.has(one.kind)) fail(`${name} is given by a rule that nobody has set`);
    const rows = [...this.given.values()];
    for (const { id: user } of USERS) {
      const gifts = rows.filter((row) => row.case_id === one.id && row.user_id === user);
      const before = rows.filter(
        (row) =>
          row.user_id === user &&
          row.case_id !== one.id &&
          this.cases.some((other) => other.id === row.case_id && sharesDays(one, other)),
      );
      const sum = gifts.reduce((all, { days }) => all + days, 0);
      const rest = Math.max(0, one.days - before.reduce((all, { days }) => all + days, 0));
      const isWanted = isConcerned(this, one, user);
      if (gifts.length > 1) fail(`${name} gives user ${String(user)} days twice`);
      if (isWanted === null) continue;
      const expected = isWanted && !this.isCancelled(user) ? rest : 0;
      if (sum !== expected) fail(`${name} gives user ${String(user)} ${String(sum)} days, not ${String(expected)}`);
    }
  }

  private isCancelled(user: number): boolean {
    const sql = 'SELECT cancelled_at AS at FROM users WHERE id = ?';
    return query<{ at: number | null }>(this.world.sqlite, sql, user)[0]?.at != null;
  }

  /** At the end: a fault that the schedule saw for long enough, by whole looks alone, is a case. */
  checkSeen(): void {
    const { list, looks } = this.world.outages;
    for (const { what, from, until } of list) {
      if (until === null) continue;
      const during = looks.filter(({ at }) => at >= from && at < until);
      const seen = during.filter(({ at }) => at >= from + SOURCE_SECONDS && isShown(this.world, what, at));
      const after = looks.find(({ at }) => at >= until);
      const all = after ? [...during, after] : during;
      const areNear = all.every(({ at }, index) => at - (all[index - 1]?.at ?? at) <= GAP_SECONDS);
      const [first, last] = [seen[0]?.at ?? 0, seen.at(-1)?.at ?? 0];
      if (!after || !areNear || !all.every(isWhole) || last - first < SEEN_SECONDS) continue;
      const subject = what === 'channel' ? CHANNEL : SCREENING.id;
      const isCase = this.cases.some(
        (one) => one.kind === what && one.subject === subject && one.starts_at <= last && one.ends_at >= first,
      );
      if (!isCase)
        this.world.fail(`nobody knows of the ${what} that was away from ${String(first)} to ${String(last)}`);
    }
  }
}
