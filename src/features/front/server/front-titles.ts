import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { ok } from '../../../platform/outcome.ts';
import { selectState } from '../../catalogue/server/read-record.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { listFrontTitles as listCall, type FrontTitle } from '../contract.ts';

const rows = v.array(
  v.object({
    ...listCall.output.entries.data.item.entries,
    has_backdrop: v.pipe(
      v.number(),
      v.transform((value) => value === 1),
    ),
  }),
);

/** Titles by their numbers, hidden ones too; numbers that the catalogue lacks are missing. */
export async function readFrontTitles(
  db: Database,
  ids: readonly number[],
  now: number,
): Promise<Map<number, FrontTitle>> {
  if (ids.length === 0) return new Map();
  const result = await db.all(sql`SELECT t.id, t.kind, t.name_fa, t.name_en, ${selectState(now)} AS state,
      t.backdrop IS NOT NULL AS has_backdrop
    FROM json_each(${JSON.stringify([...new Set(ids)])}) j CROSS JOIN all_titles t ON t.id = j.value`);
  return new Map(v.parse(rows, result).map((title) => [title.id, title]));
}

export const listFrontTitles: OperatorService<typeof listCall> = async ({ db, now }, { ids }) => {
  const wanted = [...new Set(ids.split(',').map(Number))];
  const titles = await readFrontTitles(db, wanted, now);
  return ok({ data: wanted.flatMap((id) => titles.get(id) ?? []) });
};
