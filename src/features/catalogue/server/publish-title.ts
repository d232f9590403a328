import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import * as calls from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { applyChanges } from './apply-changes.ts';
import { planNextPublication, publishDue } from './publish-due.ts';
import { isOpen, readRecord, selectState, toDeskTitle, type TitleRecord } from './read-record.ts';
import { runEach } from './run-each.ts';

/** Others may write the title meanwhile: it is read again. */
const MAX_TRIES = 12;

interface Plan {
  starts_at?: number | undefined;
  needs_file: boolean;
  reason: string;
}
type Planned = Outcome<TitleRecord, ErrorCode>;

/**
 * Plans that a title comes out, in place of an earlier plan. One whose second is over is due: `publishDue` publishes it,
 * so that every publication goes one way. A title that is shown stays so: a second press changes nothing.
 */
async function planPublication(
  { db, now }: RequestContext,
  id: number,
  { starts_at: start = now, needs_file: needsFile, reason }: Plan,
  operator: string,
): Promise<Planned> {
  const title = await readRecord(db, id, now);
  if (!title) return fail('title_not_found');
  if ((title.hidden & 1) === 0) return ok(title);
  if (title.hide_id === null) return fail('title_hidden_file');
  await retryWrite(() =>
    batch(db, [
      sql`UPDATE title_publications AS p SET withdrawn_at = ${now}, withdrawn_by = ${operator}
        WHERE p.title_id = ${id} AND ${isOpen}`,
      sql`INSERT INTO title_publications (title_id, hide_id, starts_at, needs_file, operator, reason, created_at)
        SELECT ${id}, ${title.hide_id}, ${start}, ${Number(needsFile)}, ${operator}, ${reason}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = ${title.hide_id})`,
    ]),
  );
  return ok(title);
}

/** Publishes the titles that are due, and tells all processes the next second, at which every page ends. */
async function settlePlans({ db, env, now }: RequestContext): Promise<void> {
  const published = await publishDue({ db, env, now });
  if (published.length === 0) await planNextPublication({ db, env, now });
}

export const publishTitle: OperatorService<typeof calls.publishTitle> = async (
  context,
  { id, ...plan },
  operator,
  record,
) => {
  const before = await planPublication(context, id, plan, operator);
  if (!before.ok) return before;
  await settlePlans(context);
  return answer(context, before.value, plan.reason, record);
};

export const withdrawPublication: OperatorService<typeof calls.withdrawPublication> = async (
  context,
  { id },
  operator,
  record,
) => {
  const { db, now } = context;
  const before = await readRecord(db, id, now);
  if (!before) return fail('title_not_found');
  await retryWrite(() =>
    batch(db, [
      sql`UPDATE title_publications AS p SET withdrawn_at = ${now}, withdrawn_by = ${operator}
        WHERE p.title_id = ${id} AND ${isOpen}`,
    ]),
  );
  await planNextPublication(context);
  return answer(context, before, '', record);
};

async function answer(
  { db, now }: RequestContext,
  before: TitleRecord,
  reason: string,
  record: Parameters<OperatorService<typeof calls.publishTitle>>[3],
) {
  const after = await readRecord(db, before.id, now);
  if (!after) return fail('title_not_found');
  const toTrail = ({ state, publication }: TitleRecord) => ({
    state,
    ...(publication && { starts_at: publication.starts_at, needs_file: publication.needs_file }),
  });
  if (JSON.stringify(toTrail(before)) !== JSON.stringify(toTrail(after)))
    record({ before: toTrail(before), after: { ...toTrail(after), ...(reason !== '' && { reason }) } });
  return ok({ data: toDeskTitle(after) });
}

/** A title that is hidden already stays so; a plan that it comes out stays, too. */
async function hide(context: RequestContext, id: number, reason: string, operator: string): Promise<Planned> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    if (!title) return fail('title_not_found');
    if ((title.hidden & 1) === 1) return ok(title);
    const change = { field: 'hidden' as const, before: '0', after: '1' };
    if (await applyChanges(context, title, [change], { operator, reason, renews: false })) return ok(title);
  }
  return fail('title_changed');
}

export const hideTitle: OperatorService<typeof calls.hideTitle> = async (context, { id, reason }, operator, record) => {
  const before = await hide(context, id, reason, operator);
  if (!before.ok) return before;
  if (before.value.hidden === 0) renewPages(context);
  return answer(context, before.value, reason, record);
};

function renewPages({ env, defer }: RequestContext): void {
  defer(renewCatalogueVersion(env, `titles-${randomId()}`));
}

/** Each title for itself: one that is refused stops no other. */
export const publishTitles: OperatorService<typeof calls.publishTitles> = async (
  context,
  { act, ids, ...plan },
  operator,
  record,
) => {
  if (act === 'hide' && plan.reason === '') return fail('invalid_input', { fields: { reason: 'invalid_input' } });
  const wanted = [...new Set(ids)];
  const run = (id: number) =>
    act === 'hide' ? hide(context, id, plan.reason, operator) : planPublication(context, id, plan, operator);
  const results = await runEach(wanted, run).catch((error: unknown) => {
    if (act === 'hide') renewPages(context);
    throw error;
  });
  const titles = [...results.values()].flatMap((result) => (result.ok ? [result.value] : []));
  if (act === 'publish') await settlePlans(context);
  // A repeat, too: the first try may have ended in the middle.
  else if (titles.length > 0) renewPages(context);
  const states = await readStates(context, titles);
  const data = wanted.map((id) => {
    const result = results.get(id);
    return { id, state: states.get(id) ?? null, error: result === undefined || result.ok ? null : result.code };
  });
  record({
    subjects: titles.map(({ id }) => `title:${String(id)}`),
    before: Object.fromEntries(titles.map(({ id, state }) => [id, state])),
    after: { act, ...plan, states: Object.fromEntries(data.map(({ id, state, error }) => [id, state ?? error])) },
  });
  return ok({ data });
};

const stateRows = v.array(v.object({ id: v.number(), state: v.picklist(calls.DESK_STATES) }));

async function readStates({ db, now }: RequestContext, titles: readonly TitleRecord[]) {
  const ids = JSON.stringify(titles.map(({ id }) => id));
  const rows = await db.all(sql`SELECT t.id, ${selectState(now)} AS state FROM all_titles t
    WHERE t.id IN (SELECT value FROM json_each(${ids}))`);
  return new Map(v.parse(stateRows, rows).map(({ id, state }) => [id, state]));
}
