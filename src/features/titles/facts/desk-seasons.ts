import { parseSeasons } from '../../catalogue/seasons.ts';
import { deleteRows, insertRows, type Statement } from '../../../platform/db/json-statements.ts';
import type { DeskEdits } from './desk-edits.ts';
import { passOnFacts } from './title-statements.ts';

export function restoreSeasons(all: readonly (readonly [id: number, edits: DeskEdits | undefined])[]): Statement[] {
  const rows = all.flatMap(([id, edits]) => (edits?.seasons === undefined ? [] : [[id, edits.seasons] as const]));
  return rows.length === 0 ? [] : writeSeasonLists(rows);
}

/** Rows [series, list of its seasons]; the episodes have the years of their seasons. */
export function writeSeasonLists(rows: readonly (readonly [id: number, list: string | null])[]): Statement[] {
  const ids = rows.map(([id]) => id);
  const seasons = rows.flatMap(([id, text]) => (parseSeasons(text) ?? []).map((entry) => [id, ...entry]));
  return [
    deleteRows('seasons', 'series_id', ids),
    insertRows({ name: 'seasons', columns: ['series_id', 'number', 'name_fa', 'name_en', 'year'], rows: seasons }),
    passOnFacts(ids),
  ];
}
