import type { Statement } from '../../../platform/db/json-statements.ts';

/** The newest portraits or focal points that the desk gave people; those whose changes were all taken back are not among them. */
const selectEdits = (field: 'portrait' | 'focus') => `SELECT c.person_id, c.after FROM person_changes c
  WHERE c.field = '${field}' AND c.id = (SELECT max(n.id) FROM person_changes n WHERE n.person_id = c.person_id AND n.field = c.field)
    AND EXISTS (SELECT 1 FROM person_changes d WHERE d.person_id = c.person_id AND d.field = c.field AND d.undoes IS NULL
      AND NOT EXISTS (SELECT 1 FROM person_changes u WHERE u.undoes = d.id))`;

/** An import leaves the portraits of the desk. `id`: a column. */
export const hasDeskPortrait = (id: string) =>
  `EXISTS (SELECT 1 FROM (${selectEdits('portrait')}) desk WHERE desk.person_id = ${id})`;

/** People as the desk has them, after a seed has written its own. */
export const RESTORED_PORTRAITS: readonly Statement[] = [
  `UPDATE people SET art = desk.after FROM (${selectEdits('portrait')}) desk WHERE people.id = desk.person_id`,
  `UPDATE search_docs SET art = desk.after FROM (${selectEdits('portrait')}) desk
    WHERE search_docs.type = 'person' AND search_docs.ref_id = desk.person_id`,
  `UPDATE people SET focus_x = CAST(substr(desk.after, 1, instr(desk.after, ',') - 1) AS INTEGER),
      focus_y = CAST(substr(desk.after, instr(desk.after, ',') + 1) AS INTEGER)
    FROM (${selectEdits('focus')}) desk WHERE people.id = desk.person_id`,
].map((sql) => ({ sql, values: [] }));
