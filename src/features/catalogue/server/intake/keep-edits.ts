import { DESK_EDITS_SQL, deskEdit, groupEdits, type DeskEdits } from '../../../titles/facts/desk-edits.ts';
import { toCamelCase } from '../../../../platform/db/columns.ts';
import { describeValue, type Problem } from '../../rows/problems.ts';
import type { Statement } from '../../../../platform/db/json-statements.ts';
import { PICTURE_COLUMNS } from '../../rows/picture-fields.ts';
import type { ImportSeason } from '../../rows/read-part.ts';
import { parseSeasons } from '../../seasons.ts';
import type { Credit } from '../../rows/title.ts';
import type { RowStore } from './row-store.ts';

const DESK_REASON = 'left out: it was written in the desk';

/** Edits of the desk, by the ids of titles. */
export async function readDeskEdits(store: RowStore, ids: readonly number[]): Promise<Map<number, DeskEdits>> {
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
    // The file decides whether it is hidden.
    if (field === 'release' && before === 'hidden') return [];
    Object.assign(row, { [key]: value });
    if (JSON.stringify(before) === JSON.stringify(value)) return [];
    return [{ column: field, reason: DESK_REASON, value: describeValue(before) }];
  });
}

/** Puts the name and the year that a season has in the desk into its row, and gives a remark where its file has others. */
export function keepSeason(row: ImportSeason, deskSeasons: string | undefined): Problem[] {
  const entry = (parseSeasons(deskSeasons ?? null) ?? []).find(([number]) => number === row.season);
  if (entry === undefined) return [];
  const [, nameFa, nameEn, year] = entry;
  const deskFacts = {
    nameFa: nameFa ?? undefined,
    nameEn: nameEn ?? undefined,
    year: year === null ? undefined : Number(year),
  };
  const before = { nameFa: row.nameFa, nameEn: row.nameEn, year: row.year };
  Object.assign(row, deskFacts);
  if (JSON.stringify(before) === JSON.stringify(deskFacts)) return [];
  return [
    { column: 'season', reason: DESK_REASON, value: describeValue(before.nameFa ?? before.nameEn ?? before.year) },
  ];
}

/** Remarks on pictures and the trailer of a row that the desk has others of: `restorePictures` writes these. */
export function findKeptPictures(
  row: {
    pictures?: Partial<Record<string, string>> | undefined;
    stills?: string[] | undefined;
    trailer?: string | undefined;
  },
  edits: DeskEdits | undefined,
): Problem[] {
  const values = [
    ...Object.entries(PICTURE_COLUMNS).map(([field, column]) => [field, column, row.pictures?.[field]] as const),
    ['stills', 'stills', row.stills?.join()] as const,
    ['trailer', 'trailer', row.trailer] as const,
  ];
  return values.flatMap(([field, column, value]) => {
    const deskValue = edits?.pictures.get(column);
    return value === undefined || deskValue === undefined || deskValue === value
      ? []
      : [{ column: field, reason: DESK_REASON, value }];
  });
}

/** Empties the people of a row where the desk has others: `restoreCredits` writes these. */
export function keepCredits(row: { credits: Credit[] }, edits: DeskEdits | undefined): Problem[] {
  const { credits } = row;
  if (edits?.credits === undefined || credits.length === 0) return [];
  row.credits = [];
  return [{ column: 'credits', reason: DESK_REASON, value: describeValue(credits.map(nameCredit).join(', ')) }];
}

const nameCredit = ({ name_fa: fa, name_en: en }: Credit) => fa ?? en ?? '';
