import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { editTitles as call, type EditResult } from '../bulk-contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { splitKeys } from '../art-fields.ts';
import { applyChanges } from './apply-changes.ts';
import { applyEdits, readEdits, readEditors, type ReadEdit } from './bulk-edits.ts';
import { findConflicts, MAX_TRIES, toTrail } from './edit-title.ts';
import { readRecord } from './read-record.ts';
import { runEach } from './run-each.ts';

interface Act {
  edits: readonly ReadEdit[];
  editors: ReadonlyMap<number, string>;
  operator: string;
  rehearse: boolean;
}

/** Each title for itself: one that is refused stops no other. A second press changes nothing. */
export const editTitles: OperatorService<typeof call> = async (
  context,
  { titles, edits: typed, rehearse },
  operator,
  record,
) => {
  const revs = new Map(titles.map(({ id, rev }) => [id, rev]));
  if (!rehearse && titles.some(({ rev }) => rev === undefined))
    return fail('invalid_input', { fields: { titles: 'invalid_input' } });
  const edits = await readEdits(context, typed);
  if (!edits.ok) return edits;
  const ids = [...revs.keys()];
  const act = { edits: edits.value, editors: await readEditors(context, ids, operator), operator, rehearse };
  const edited = await runEach(ids, (id) => editTitle(context, id, revs.get(id), act)).catch((error: unknown) => {
    if (!rehearse) renewPages(context);
    throw error;
  });
  if ([...edited.values()].some(({ isShown }) => isShown)) renewPages(context);
  const results = ids.flatMap((id) => edited.get(id)?.result ?? []);
  if (!rehearse) recordAct(results, record);
  return ok({ data: { results, related: await readRelated(context.db, results) } });
};

function renewPages({ env, defer }: RequestContext): void {
  defer(renewCatalogueVersion(env, `titles-${randomId()}`));
}

/** `isShown`: the title was written, and pages show it. */
async function editTitle(
  context: RequestContext,
  id: number,
  rev: number | undefined,
  { edits, editors, operator, rehearse }: Act,
): Promise<{ result: EditResult; isShown: boolean }> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    const answer = (part: Partial<EditResult>, isShown = false) => ({
      result: { id, rev: title?.rev ?? 0, error: null, editor: null, changes: [], ...part },
      isShown,
    });
    const refuse = (error: ErrorCode, editor: string | null = null) => answer({ error, editor });
    if (!title) return refuse('title_not_found');
    const changes = applyEdits(title, edits);
    if (!changes.ok) return refuse(changes.code);
    if (changes.value.length === 0) return answer({});
    const editor = editors.get(id);
    if (editor !== undefined) return refuse('title_held', editor);
    const conflicts = await findConflicts(context.db, title, rev ?? title.rev, changes.value);
    if (conflicts.length > 0) return refuse('title_changed');
    if (rehearse) return answer({ changes: changes.value });
    if (await applyChanges(context, title, changes.value, { operator, renews: false }))
      return answer({ rev: title.rev + 1, changes: changes.value }, title.hidden === 0);
  }
  return { result: { id, rev: rev ?? 0, error: 'title_changed', editor: null, changes: [] }, isShown: false };
}

function recordAct(results: readonly EditResult[], record: Parameters<OperatorService<typeof call>>[3]): void {
  const changed = results.filter(({ changes }) => changes.length > 0);
  const cut = (side: 'before' | 'after') =>
    Object.fromEntries(changed.map(({ id, changes }) => [id, toTrail(changes)[side]]));
  const refused = results.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const]));
  record({
    subjects: changed.map(({ id }) => `title:${String(id)}`),
    before: cut('before'),
    after: { ...cut('after'), ...(refused.length > 0 && { refused: Object.fromEntries(refused) }) },
  });
}

const relatedRows = call.output.entries.data.entries.related;

async function readRelated(db: Database, results: readonly EditResult[]) {
  const ids = results
    .flatMap(({ changes }) => changes.filter(({ field }) => field === 'related'))
    .flatMap(({ before, after }) => [...splitKeys(before), ...splitKeys(after)]);
  if (ids.length === 0) return [];
  const list = JSON.stringify([...new Set(ids)].map(Number));
  return v.parse(
    relatedRows,
    await db.all(
      sql`SELECT t.id, t.name_fa, t.name_en FROM json_each(${list}) j CROSS JOIN all_titles t ON t.id = j.value`,
    ),
  );
}
