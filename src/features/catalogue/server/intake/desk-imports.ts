import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../../intake-contract.ts';
import { listImports as listCall, type CatalogueImport } from '../../intake-contract.ts';
import type { Database } from '../../../../platform/db/client.ts';
import type { Statement } from '../../../../platform/db/json-statements.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { isChanged } from './batch.ts';
import { importRows } from './import-rows.ts';
import { runStatements } from './row-store.ts';

const MAX_LISTED = 20;
/** Others may write the same titles meanwhile: they are read again. */
const MAX_TRIES = 8;
const RENEWAL_SECONDS = 300;
const COUNTED = ['added', 'changed', 'unchanged', 'rejected', 'remarked', 'not_taken'] as const;

const { entries } = listCall.output.entries.data.item;
const importRow = v.object({
  ...entries,
  drafts: v.pipe(
    v.number(),
    v.transform((value) => value === 1),
  ),
});
const columns = sql.raw(Object.keys(entries).join(', '));

export const listImports: OperatorService<typeof calls.listImports> = async ({ db }) => {
  const rows = await db.all(sql`SELECT ${columns} FROM catalogue_imports ORDER BY id DESC LIMIT ${MAX_LISTED}`);
  return ok({ data: v.parse(v.array(importRow), rows) });
};

export const checkImport: OperatorService<typeof calls.checkImport> = async ({ db, now }, part) => {
  const { result } = await importRows(db, part, { dryRun: true, now });
  return ok({ data: result });
};

export const beginImport: OperatorService<typeof calls.beginImport> = async (
  { db, now },
  { key, file, rows, drafts },
  operator,
  record,
) => {
  await retryWrite(() =>
    db.run(sql`INSERT INTO catalogue_imports (key, operator, file, rows, drafts, started_at, written_at)
      VALUES (${key}, ${operator}, ${file}, ${rows}, ${Number(drafts)}, ${now}, ${now}) ON CONFLICT DO NOTHING`),
  );
  const [row] = await db.all(sql`SELECT ${columns} FROM catalogue_imports
    WHERE operator = ${operator} AND key = ${key} AND ended_at IS NULL`);
  if (row === undefined) return fail('import_unknown');
  const data = v.parse(importRow, row);
  record({ after: { import: data.id, file, rows, parts: data.parts, drafts: data.drafts } });
  return ok({ data });
};

/** Of the member who began it, until it ends. */
async function readOpen(db: Database, id: number, operator: string): Promise<CatalogueImport | null> {
  const [row] = await db.all(sql`SELECT ${columns} FROM catalogue_imports
    WHERE id = ${id} AND operator = ${operator} AND ended_at IS NULL`);
  return row === undefined ? null : v.parse(importRow, row);
}

export const writeImportPart: OperatorService<typeof calls.writeImportPart> = async (
  { db, env, now, defer },
  { id, part, ...rows },
  operator,
  record,
) => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readOpen(db, id, operator);
    if (before === null) return fail('import_unknown');
    if (part > before.parts) return fail('import_order');
    if (part < before.parts) {
      // The answer of this part was lost, or another tab sends the same file.
      return ok({ data: { counts: countNone(), verdicts: [], import: before } });
    }
    const drafts = before.drafts ? { operator, save: randomId() } : undefined;
    const { result, statements } = await importRows(db, rows, { dryRun: false, now, drafts });
    const { counts, verdicts } = result;
    try {
      await retryWrite(() => runStatements(db, [...statements, ...countPart(before, counts, now)]));
    } catch (error) {
      if (isChanged(error)) continue;
      throw error;
    }
    record({ after: counts });
    const after = await readOpen(db, id, operator);
    if (after !== null && isRenewalDue(before, after)) renewPages(env, defer);
    return after === null ? fail('import_unknown') : ok({ data: { counts, verdicts, import: after } });
  }
  return fail('title_changed');
};

function countNone(): Record<(typeof COUNTED)[number], number> {
  return { added: 0, changed: 0, unchanged: 0, rejected: 0, remarked: 0, not_taken: 0 };
}

/** The transaction fails as `isChanged` where this part was counted meanwhile. */
function countPart(
  { id, parts }: Pick<CatalogueImport, 'id' | 'parts'>,
  counts: ReturnType<typeof countNone>,
  now: number,
): Statement[] {
  const row = [id, parts, now, ...COUNTED.map((name) => counts[name])];
  const sums = COUNTED.map((name, index) => `${name} = ${name} + (j.value ->> ${String(index + 3)})`);
  return [
    {
      sql: `SELECT json_extract('{}', 'import:changed') FROM json_each(?) j WHERE NOT EXISTS (
        SELECT 1 FROM catalogue_imports i WHERE i.id = j.value ->> 0 AND i.parts = j.value ->> 1 AND i.ended_at IS NULL)`,
      values: [row],
    },
    {
      sql: `UPDATE catalogue_imports SET parts = parts + 1, written_at = j.value ->> 2, ${sums.join(', ')}
        FROM json_each(?) j WHERE catalogue_imports.id = j.value ->> 0`,
      values: [row],
    },
  ];
}

/** True in the first part after each five minutes of an import: the pages of one that is long or left are not old for hours. */
function isRenewalDue(before: CatalogueImport, after: CatalogueImport): boolean {
  const count = ({ written_at: at }: CatalogueImport) => Math.floor((at - before.started_at) / RENEWAL_SECONDS);
  return count(after) > count(before) && changesPages(after);
}

const changesPages = ({ changed, added, drafts }: CatalogueImport) => changed > 0 || (added > 0 && !drafts);

function renewPages(env: RequestContext['env'], defer: RequestContext['defer']): void {
  defer(renewCatalogueVersion(env, `import-${randomId()}`));
}

export const endImport: OperatorService<typeof calls.endImport> = async (
  { db, env, now, defer },
  { id },
  operator,
  record,
) => {
  await retryWrite(() =>
    db.run(sql`UPDATE catalogue_imports SET ended_at = ${now}
      WHERE id = ${id} AND operator = ${operator} AND ended_at IS NULL`),
  );
  const [row] = await db.all(sql`SELECT ${columns} FROM catalogue_imports WHERE id = ${id} AND operator = ${operator}`);
  if (row === undefined) return fail('import_unknown');
  const data = v.parse(importRow, row);
  if (changesPages(data)) renewPages(env, defer);
  const { file, rows, drafts, added, changed, unchanged, rejected, not_taken: notTaken } = data;
  record({ after: { file, rows, drafts, added, changed, unchanged, rejected, not_taken: notTaken } });
  return ok({ data });
};
