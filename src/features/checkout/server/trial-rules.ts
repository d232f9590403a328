import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../trial-contract.ts';
import { withdrawTrialRule as withdrawCall, type TrialRule } from '../trial-contract.ts';
import { readTrialDays } from '../../../platform/config/variants.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { selectNextTrialStart, selectTrialDays } from '../../accounts/server/trial-at.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { checkStart } from '../price-dates.ts';
import { renewPages, withdrawPlanned } from './plan-changes.ts';
import { markStates } from './plan-list.ts';

const RULES_SHOWN = 200;
const COLUMNS = sql`id, starts_at, days, operator, reason, created_at, withdrawn_at`;
const REV = sql`(SELECT count(*) + count(withdrawn_at) FROM trial_rules)`;
const rules = v.array(withdrawCall.output.entries.data);
const selectByKey = (key: string) => sql`SELECT ${COLUMNS} FROM trial_rules WHERE key = ${key}`;

const list = v.tuple([v.tuple([v.object({ days: v.number(), rev: v.number() })]), rules]);

export const listTrialRules: OperatorService<typeof calls.listTrialRules> = async ({ db, env, now }) => {
  const setting = readTrialDays(env);
  const [[present], rows] = v.parse(
    list,
    await batch(db, [
      sql`SELECT ${selectTrialDays(now, setting)} AS days, ${REV} AS rev`,
      sql`SELECT ${COLUMNS} FROM trial_rules ORDER BY id DESC LIMIT ${RULES_SHOWN}`,
    ]),
  );
  return ok({ data: { ...present, setting, rules: markStates(rows, now) } });
};

/** One statement asks that nobody has changed the rules meanwhile, and writes. */
export const addTrialRule: OperatorService<typeof calls.addTrialRule> = async (
  context,
  { key, rev, starts_at: chosen, days, reason, rehearse },
  operator,
  record,
) => {
  const { db, now } = context;
  const { earlier, rev: present, start, before, ends_at, taken } = await readState(context, key, chosen);
  const data = { starts_at: start, ends_at, before, after: days };
  const isOwn = (row: TrialRule) =>
    row.operator === operator && row.days === days && row.starts_at === (chosen ?? row.created_at);
  if (earlier) return isOwn(earlier) ? ok({ data }) : fail('key_used');
  const dates = checkStart(chosen, now);
  if (!dates.ok) return dates;
  if (present !== rev) return fail('trial_changed');
  if (taken === 1) return fail('trial_date', { fields: { starts_at: 'trial_date' } });
  if (before === days) return fail('trial_same', { fields: { days: 'trial_same' } });
  if (rehearse) return ok({ data });
  const [, rows = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO trial_rules (starts_at, days, key, operator, reason, created_at)
        SELECT ${start}, ${days}, ${key}, ${operator}, ${reason}, ${now} WHERE ${REV} = ${rev} ON CONFLICT DO NOTHING`,
      selectByKey(key),
    ]),
  );
  const [made] = v.parse(rules, rows);
  if (!made) return fail('trial_changed');
  if (!isOwn(made)) return fail('key_used');
  record({ before: { days: before }, after: { days, starts_at: start, reason } });
  renewPages(context);
  return ok({ data });
};

const state = v.tuple([
  rules,
  v.tuple([
    v.object({
      ...{ rev: v.number(), start: v.number(), before: v.number(), ends_at: v.nullable(v.number()), taken: v.number() },
    }),
  ]),
]);

/** At one moment: of two requests with one key, the second must not see the change of the first alone. */
async function readState({ db, env, now }: RequestContext, key: string, chosen: number | null) {
  const start = sql<number>`coalesce((SELECT k.starts_at FROM trial_rules k WHERE k.key = ${key}), ${chosen ?? now})`;
  const [[earlier], [row]] = v.parse(
    state,
    await batch(db, [
      selectByKey(key),
      sql`SELECT s.start AS start, ${REV} AS rev, ${selectTrialDays(sql`s.start - 1`, readTrialDays(env))} AS before,
        ${selectNextTrialStart(sql`s.start`)} AS ends_at,
        EXISTS (SELECT 1 FROM trial_rules WHERE withdrawn_at IS NULL AND starts_at = s.start) AS taken
        FROM (SELECT ${start} AS start) s`,
    ]),
  );
  return { earlier, ...row };
}

export const withdrawTrialRule: OperatorService<typeof calls.withdrawTrialRule> = (
  context,
  { id, rev, reason },
  _operator,
  record,
) =>
  withdrawPlanned(
    context,
    {
      columns: COLUMNS,
      table: sql`trial_rules`,
      where: sql`id = ${id}`,
      shape: withdrawCall.output.entries.data,
      isCurrent: sql`${REV} = ${rev}`,
      reason,
      codes: { unknown: 'trial_unknown', begun: 'trial_begun', changed: 'trial_changed' },
    },
    record,
  );
