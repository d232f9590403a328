import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { appDetails, type getAppDetails as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { readTrialDays } from '../../../platform/config/variants.ts';
import { selectNextTrialStart, selectTrialDays } from '../../accounts/server/trial-at.ts';
import { SITE_PARTS } from '../texts-contract.ts';
import { settings } from './schema.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';

export const APP_DETAILS_KEY = 'app_details';

/** The fields that the newest version of each part replaces. */
const selectChanges = sql<string>`(SELECT json_group_array(json(t.details)) FROM json_each(${JSON.stringify(SITE_PARTS)}) AS p
  JOIN site_texts t ON t.part = p.value AND t.rev = (SELECT max(rev) FROM site_texts WHERE part = p.value))`;
const changes = v.pipe(v.string(), v.parseJson(), v.array(v.record(v.string(), v.unknown())));
const baseDetails = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** `setting`: days of a trial without a rule of the desk. */
const detailQueries = reusable((db, { now, setting }: { now: number; setting: number }) => [
  db
    .select({
      value: settings.value,
      changes: selectChanges.as('changes'),
      trial_days: selectTrialDays(now, setting).as('trial_days'),
      trial_until: selectNextTrialStart(now).as('trial_until'),
    })
    .from(settings)
    .where(eq(settings.key, APP_DETAILS_KEY)),
]);

/** Footer details, terms and questions (spec 7.23), and the trial; `not_found` before the first load. */
export async function getAppDetails({
  env,
  now,
  read,
}: RequestContext): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [[row]] = await read(detailQueries({ now, setting: readTrialDays(env) }));
  if (!row) return fail('not_found');
  const fields = [v.parse(baseDetails, row.value), ...v.parse(changes, row.changes)];
  const data = v.parse(appDetails, Object.assign({}, ...fields));
  return ok({ data: { data, trial: { days: row.trial_days, until: row.trial_until } } });
}

/** The digits before every code to dial (spec 2.10); empty where the site has none. */
export async function getUssdPrefix({ db }: RequestContext): Promise<string> {
  const prefix = sql<string | null>`json_extract(${settings.value}, '$.ussd_prefix')`.as('prefix');
  const [row] = await db.select({ prefix }).from(settings).where(eq(settings.key, APP_DETAILS_KEY));
  return v.parse(appDetails.entries.ussd_prefix, row?.prefix ?? undefined);
}
