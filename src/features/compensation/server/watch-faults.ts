import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { Env } from '../../../platform/config/env.ts';
import { tehranDate, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { CASE_KINDS, RULE } from '../cases.ts';
import { approveCompensation } from '../desk-contract.ts';
import { countConcerned, selectWatchers, type Fault } from './concerned.ts';
import { matchOverlap, storeWatchers } from './cases.ts';
import { findFaults, type Sight } from './find-faults.ts';
import { readCompensation } from './settings.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Seconds between two looks after which nobody knows of the time between them. */
const MAX_GAP_SECONDS = 10 * 60;
/** Seconds after an announced minute in which the first look is: two ticks. */
const MAX_DUE_SECONDS = 4 * 60;
/** Plays that failed by the players' counts on one day, and of 1000, before a proposal is made of these alone. */
const MIN_FAILURES = 50;
const MIN_FAILED_OF_1000 = 50;

interface Context {
  db: Database;
  env: Env;
  now: number;
}

const observed = v.array(
  v.object({
    ...{ id: v.number(), kind: v.picklist(CASE_KINDS), subject: v.number(), plan: v.number() },
    ...{ from: v.number(), until: v.number(), created_at: v.number() },
  }),
);
type Observed = v.InferOutput<typeof observed>[number];

/**
 * A fault is observed from tick to tick. Over, or after a gap or a turned clock, it is proposed as long as it was seen,
 * or forgotten where it was short.
 */
export async function watchFaults(context: Context): Promise<void> {
  const { db, now } = context;
  const [rows] = await batch(db, [
    sql`SELECT id, kind, subject, plan_id AS plan, starts_at AS "from", ends_at AS until, created_at FROM compensation_cases
      WHERE state = 'observed' ORDER BY id`,
  ]);
  const sights = await findFaults(context);
  const open = new Map(v.parse(observed, rows).map((one) => [nameFault(one), one]));
  for (const one of open.values()) {
    const isSeen = sights.some((sight) => nameFault(sight) === nameFault(one));
    if (isSeen && !isGap(one, now)) await extend(context, one);
    else await close(context, one);
  }
  for (const sight of sights) {
    const one = open.get(nameFault(sight));
    if (one === undefined || isGap(one, now)) await observe(context, sight);
  }
  await observePlays(context);
}

const nameFault = ({ kind, subject }: Pick<Fault, 'kind' | 'subject'>) => `${kind}/${String(subject)}`;
const isGap = ({ until }: Observed, now: number) => now < until || now - until > MAX_GAP_SECONDS;

/** From the minute that was announced, unless nobody looked then. */
async function observe({ db, env, now }: Context, { kind, subject, due }: Sight): Promise<void> {
  const from = due !== null && now >= due && now - due <= MAX_DUE_SECONDS ? due : now;
  const fault = { kind, subject, plan: 0, from, until: now };
  const key = `schedule/${nameFault(fault)}/${String(from)}`;
  await batch(db, [
    sql`INSERT INTO compensation_cases (key, kind, subject, starts_at, ends_at, days, state, reason, proposer, created_at)
      SELECT ${key}, ${kind}, ${subject}, ${from}, ${now}, ${readCompensation(env).days}, 'observed', '', '', ${now}
      WHERE NOT EXISTS (SELECT 1 FROM compensation_cases
          WHERE kind = ${kind} AND subject = ${subject} AND (state = 'observed' OR key = ${key}))
        AND NOT ${matchOverlap({ ...fault, until: now + 1 })}`,
    storeWatchers(
      { ...fault, until: now + 1 },
      sql`SELECT id FROM compensation_cases WHERE key = ${key} AND state = 'observed'`,
    ),
  ]);
}

async function extend({ db, now }: Context, one: Observed): Promise<void> {
  await batch(db, [
    sql`UPDATE compensation_cases SET ends_at = max(ends_at, ${now}) WHERE id = ${one.id} AND state = 'observed'`,
    storeWatchers(
      { ...one, until: now + 1 },
      sql`SELECT id FROM compensation_cases WHERE id = ${one.id} AND state = 'observed'`,
    ),
  ]);
}

async function close({ db, env, now }: Context, { id, ...fault }: Observed): Promise<void> {
  const { minutes, rules, aloneDays } = readCompensation(env);
  const isShort = fault.kind !== 'plays' && fault.until - fault.from < minutes * 60;
  const ruledDays = sql`(SELECT coalesce(sum(o.people * o.days), 0) FROM compensation_cases o
    WHERE o.decider = ${RULE} AND o.decided_at > ${now - DAY})`;
  const count = countConcerned(fault, sql`${id}`);
  // A film of the subscription that was not shown concerns all subscribers.
  const isRuled = rules.includes(fault.kind === 'subscription' ? 'title' : fault.kind) ? 1 : 0;
  await batch(
    db,
    isShort
      ? [
          sql`DELETE FROM outage_viewers WHERE case_id IN (SELECT id FROM compensation_cases WHERE id = ${id} AND state = 'observed')`,
          sql`DELETE FROM compensation_cases WHERE id = ${id} AND state = 'observed'`,
        ]
      : [
          sql`UPDATE compensation_cases SET state = 'proposed',
              people = ${fault.kind === 'plays' ? sql`nullif(${count}, 0)` : count}
            WHERE id = ${id} AND state = 'observed'`,
          sql`UPDATE compensation_cases SET state = 'running', decider = ${RULE}, decided_at = ${now}
            WHERE id = ${id} AND state = 'proposed' AND ${isRuled} = 1 AND people > 0
              AND people * days + ${ruledDays} <= ${aloneDays}`,
          // Nobody acts: the trail says that the rule did, and what.
          sql`INSERT INTO operator_audit (operator, action, permission, subject, origin, status, before, after, created_at)
            SELECT ${RULE}, ${approveCompensation.name}, NULL, 'compensation:' || id, '', 200,
              json_object('state', 'proposed', 'proposer', ''), json_object('state', 'running', 'days', days, 'people', people), ${now}
            FROM compensation_cases c WHERE id = ${id} AND state = 'running' AND decider = ${RULE}
              AND NOT EXISTS (SELECT 1 FROM operator_audit a WHERE a.subject = 'compensation:' || c.id AND a.operator = ${RULE})`,
        ],
  );
}

/**
 * Of a day that is over, once: the next tick proposes it. Concerned is whose film failed by this site. Where the players'
 * counts alone tell of failures, which name nobody, the case says that nobody is known.
 */
async function observePlays({ db, env, now }: Context): Promise<void> {
  const day = tehranDate(now - DAY);
  const from = tehranMidnight(day);
  if (now < from + DAY + HOUR) return;
  const fault = { kind: 'plays', subject: 0, plan: 0, from, until: from + DAY } as const;
  const key = `schedule/plays/${day}`;
  const failed = sql`(SELECT coalesce(sum(failures), 0) FROM qoe_days WHERE day = ${day})`;
  const begun = sql`(SELECT coalesce(sum(starts), 0) FROM qoe_starts WHERE day = ${day})`;
  await batch(db, [
    sql`INSERT INTO compensation_cases (key, kind, subject, starts_at, ends_at, days, state, reason, proposer, created_at)
      SELECT ${key}, 'plays', 0, ${from}, ${fault.until}, ${readCompensation(env).days}, 'observed',
        ${failed} || ' / ' || (${failed} + ${begun}), '', ${now}
      WHERE (EXISTS (${selectWatchers(fault)}) OR ${failed} >= ${MIN_FAILURES}
          AND ${failed} * 1000 >= (${failed} + ${begun}) * ${MIN_FAILED_OF_1000})
        AND NOT EXISTS (SELECT 1 FROM compensation_cases WHERE key = ${key})`,
    storeWatchers(fault, sql`SELECT id FROM compensation_cases WHERE key = ${key} AND state = 'observed'`),
  ]);
}
