import type { Statement } from '../../../../platform/db/json-statements.ts';

export interface DraftMaker {
  operator: string;
  save: string;
}

/**
 * Hides new titles as the desk hides those that it makes: the change has nothing before it, so that they are drafts until
 * they are published. Before the titles themselves, which are hidden from their first moment. `now`: epoch seconds.
 */
export function noteDrafts(ids: readonly number[], { operator, save }: DraftMaker, now: number): Statement {
  const sql = `INSERT INTO title_changes (title_id, rev, field, before, after, save, operator, created_at)
    SELECT j.value ->> 0, coalesce((SELECT max(c.rev) + 1 FROM title_changes c WHERE c.title_id = j.value ->> 0), 0),
      'hidden', NULL, '1', j.value ->> 1, j.value ->> 2, j.value ->> 3 FROM json_each(?) j`;
  return { sql, values: ids.map((id) => [id, save, operator, now]) };
}
