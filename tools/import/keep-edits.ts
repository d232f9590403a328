import { DESK_EDITS_SQL, deskEdit, groupEdits, type DeskEdits } from '../../src/features/titles/facts/desk-edits.ts';
import { toCamelCase } from '../../src/platform/db/columns.ts';
import { describeValue, type Problem } from './problems.ts';
import type { Statement } from '../../src/platform/db/json-statements.ts';
import type { Store } from './store.ts';

/** Edits of the desk, by the ids of titles. */
export async function readDeskEdits(store: Store, ids: readonly number[]): Promise<Map<number, DeskEdits>> {
  return groupEdits(await store.read({ sql: DESK_EDITS_SQL, values: ids }, deskEdit));
}

/** A title that the desk has hidden since its edits were read stays hidden: the triggers close every door again. */
export function hideAgain(ids: readonly number[]): Statement {
  const sql = `UPDATE all_titles SET hidden = 1 WHERE hidden = 0 AND id IN (SELECT value FROM json_each(?))
    AND EXISTS (SELECT 1 FROM title_changes h WHERE h.title_id = all_titles.id AND h.field = 'hidden' AND h.after = '1'
      AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = h.id))`;
  return { sql, values: ids };
}

/** Puts the desk's values into a row, and gives a remark for each that its file has otherwise. */
export function keepEdits(row: object, edits: DeskEdits | undefined): Problem[] {
  return Array.from(edits?.values ?? []).flatMap(([field, value]) => {
    const key = toCamelCase(field);
    const before: unknown = Reflect.get(row, key);
    Object.assign(row, { [key]: value });
    if (JSON.stringify(before) === JSON.stringify(value)) return [];
    return [{ column: field, reason: 'left out: it was written in the desk', value: describeValue(before) }];
  });
}
