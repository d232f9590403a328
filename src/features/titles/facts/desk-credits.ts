import { parseCredits } from '../../catalogue/credits.ts';
import { deleteRows, type Statement } from '../../../platform/db/json-statements.ts';
import type { DeskEdits } from './desk-edits.ts';
import { writeCredits } from './title-statements.ts';

/** The people of titles as the desk has them, after an import or a seed has written its own. */
export function restoreCredits(all: readonly (readonly [id: number, edits: DeskEdits | undefined])[]): Statement[] {
  const rows = all.flatMap(([id, edits]) => (edits?.credits === undefined ? [] : [[id, edits.credits] as const]));
  return rows.length === 0
    ? []
    : [
        deleteRows(
          'credits',
          'title_id',
          rows.map(([id]) => id),
        ),
        writeCredits(rows.flatMap(([id, text]) => toCreditRows(id, text))),
      ];
}

export function toCreditRows(id: number, text: string | null) {
  return (parseCredits(text) ?? []).map(
    ([job, person, roleFa, roleEn], at) => [id, person, job, at, roleFa, roleEn] as const,
  );
}
