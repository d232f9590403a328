import * as v from 'valibot';
import { isArtField, type ArtField } from '../../catalogue/art-fields.ts';
import { LISTED_FIELDS, TITLE_FIELDS, type TitleField } from '../../catalogue/title-fields.ts';

/**
 * The fields of titles (a JSON array of ids) that were written in the desk, with their present values: an import and a seed
 * keep them. A field whose changes were all taken back is not among them.
 */
export const DESK_EDITS_SQL = `SELECT c.title_id, c.field, c.before, c.after FROM json_each(?) j
  JOIN title_changes c ON c.title_id = j.value
  WHERE c.id = (SELECT max(n.id) FROM title_changes n WHERE n.title_id = c.title_id AND n.field = c.field)
    AND EXISTS (SELECT 1 FROM title_changes d WHERE d.title_id = c.title_id AND d.field = c.field AND d.undoes IS NULL
      AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = d.id))`;

export const deskEdit = v.object({
  ...{ title_id: v.number(), field: v.string() },
  ...{ before: v.nullable(v.string()), after: v.nullable(v.string()) },
});

type Value = string | number | string[] | undefined;
export interface DeskEdits {
  isHidden: boolean;
  isDraft: boolean;
  /** As an import's or a seed's title holds it. */
  values: ReadonlyMap<TitleField, Value>;
  pictures: ReadonlyMap<ArtField, string | null>;
  /** As `title_changes` has them. */
  credits: string | undefined;
  seasons: string | undefined;
  /** As `credits`; null where it is not sold. */
  price: string | null | undefined;
}

export function groupEdits(rows: readonly v.InferOutput<typeof deskEdit>[]): Map<number, DeskEdits> {
  const groups = Map.groupBy(rows, ({ title_id: id }) => id);
  return new Map(
    Array.from(groups, ([id, edits]) => [
      id,
      {
        isHidden: edits.some(({ field, after }) => field === 'hidden' && after === '1'),
        isDraft: edits.some(({ field, before, after }) => field === 'hidden' && after === '1' && before === null),
        pictures: new Map(edits.flatMap(({ field, after }) => (isArtField(field) ? [[field, after] as const] : []))),
        credits: edits.find(({ field }) => field === 'credits')?.after ?? undefined,
        seasons: edits.find(({ field }) => field === 'seasons')?.after ?? undefined,
        price: edits.find(({ field }) => field === 'price')?.after,
        values: new Map(
          edits.flatMap(({ field: name, after }) => {
            const field = TITLE_FIELDS.find((one) => one === name && !LISTED_FIELDS.includes(one));
            return field === undefined ? [] : [[field, toValue(field, after)] as const];
          }),
        ),
      },
    ]),
  );
}

const NUMBERS: readonly TitleField[] = ['year', 'minutes', 'age', 'season', 'number'];

function toValue(field: TitleField, after: string | null): Value {
  if (NUMBERS.includes(field)) return Number(after);
  if (field !== 'genres' && field !== 'countries' && field !== 'languages') return after ?? undefined;
  return (after ?? '').split(',').filter((key) => key !== '');
}
