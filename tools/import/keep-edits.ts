import { DESK_EDITS_SQL, deskEdit, groupEdits, type DeskEdits } from '../../src/features/titles/facts/desk-edits.ts';
import { toCamelCase } from '../../src/platform/db/columns.ts';
import { describeValue, type Problem } from './problems.ts';
import type { Store } from './store.ts';

/** Edits of the desk, by the ids of titles. */
export async function readDeskEdits(store: Store, ids: readonly number[]): Promise<Map<number, DeskEdits>> {
  return groupEdits(await store.read({ sql: DESK_EDITS_SQL, values: ids }, deskEdit));
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
