import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { planNextPublication } from '../../catalogue/server/publish-due.ts';
import { bindRows } from '../../catalogue/server/bind-rows.ts';
import { refreshCovers } from '../../magazines/server/shown.ts';
import type { FrontChange } from '../contract.ts';
import { buildFrontStatements } from './front-statements.ts';
import { buildPrintDocs } from './print-docs.ts';

const CHANGES_SHOWN = 20;

const changeRows = v.array(
  v.object({
    id: v.number(),
    rev: v.number(),
    before: v.string(),
    after: v.string(),
    operator: v.string(),
    created_at: v.number(),
    undoes: v.nullable(v.number()),
    is_undone: v.number(),
  }),
);

/** The number of changes of a part, and the newest ones. `value`: the part as it is now, as a text of JSON. */
export async function readRevision(
  db: Database,
  part: string,
  value: string,
): Promise<{ rev: number; changes: FrontChange[] }> {
  const rows = v.parse(
    changeRows,
    await db.all(sql`SELECT id, rev, before, after, operator, created_at, undoes,
        EXISTS (SELECT 1 FROM front_changes u WHERE u.undoes = c.id) AS is_undone
      FROM front_changes c WHERE part = ${part} ORDER BY rev DESC LIMIT ${CHANGES_SHOWN}`),
  );
  return {
    rev: rows[0]?.rev ?? 0,
    changes: rows.map(({ is_undone: isUndone, rev: _rev, ...change }) => ({
      ...change,
      may_undo: change.undoes === null && isUndone === 0 && change.after === value,
    })),
  };
}

interface PartChange {
  part: string;
  /** Of the part as it was read. */
  rev: number;
  before: string;
  after: string;
  operator: string;
  undoes?: number;
  condition?: SQL;
}

/**
 * Writes a part with its rows in one transaction, gives stored pages another version once, and tells all processes the
 * next second at which something of the front begins or ends. False where the part was changed after `rev`, or the condition does not hold.
 */
export async function writePart(
  { db, env, now, defer }: RequestContext,
  { part, rev, before, after, operator, undoes, condition = sql`1` }: PartChange,
): Promise<boolean> {
  const save = randomId();
  const isOwn = sql`EXISTS (SELECT 1 FROM front_changes WHERE save = ${save})`;
  const results = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO front_changes (part, rev, before, after, save, undoes, operator, created_at)
        SELECT ${part}, ${rev + 1}, ${before}, ${after}, ${save}, ${undoes ?? null}, ${operator}, ${now}
        WHERE ${rev} = coalesce((SELECT max(rev) FROM front_changes WHERE part = ${part}), 0) AND ${condition} ON CONFLICT DO NOTHING`,
      ...buildFrontStatements('c.part = ?').map((text) => {
        const [head = '', tail = ''] = text.split('?');
        return sql`${sql.raw(head)}${part}${sql.raw(tail)}`;
      }),
      ...buildPrintDocs([{ part, text: after }]).map((statement) => bindRows(statement, isOwn)),
      ...(/^(magazine|issue):/.test(part) ? [refreshCovers(now)] : []),
      sql`INSERT INTO front_turns (at) SELECT at FROM (
          SELECT starts_at AS at FROM sliders UNION SELECT ends_at FROM sliders
          UNION SELECT starts_at FROM lists UNION SELECT ends_at FROM lists
          UNION SELECT starts_at FROM issues WHERE starts_at > ${now}) WHERE at > ${now}
        ON CONFLICT DO UPDATE SET is_echo = 0`,
      sql`SELECT 1 FROM front_changes WHERE save = ${save}`,
    ]),
  );
  const isWritten = (results.at(-1) ?? []).length > 0;
  if (isWritten) {
    defer(renewCatalogueVersion(env, `front-${save}`));
    await planNextPublication({ db, env, now });
  }
  return isWritten;
}
