import { ART_FIELDS, PICTURE_FIELDS, readFocus, splitKeys, type ArtField } from '../../catalogue/art-fields.ts';
import { deleteRows, insertRows, type Statement } from '../../../platform/db/json-statements.ts';
import type { DeskEdits } from './desk-edits.ts';
import { passOnFacts } from './title-statements.ts';

/** The pictures of titles as the desk has them, after an import or a seed has written its own. */
export function restorePictures(all: readonly (readonly [id: number, edits: DeskEdits | undefined])[]): Statement[] {
  const rows = (field: ArtField) =>
    all.flatMap(([id, edits]) => {
      const value = edits?.pictures.get(field);
      return value === undefined ? [] : [[id, value] as const];
    });
  if (ART_FIELDS.every((field) => rows(field).length === 0)) return [];
  const stills = rows('stills');
  const focus = rows('focus').map(([id, value]) => [id, readFocus(value)?.x, readFocus(value)?.y]);
  const from = 'FROM json_each(?) j WHERE all_titles.id = j.value ->> 0';
  return [
    ...([...PICTURE_FIELDS, 'trailer'] as const).map((field) => ({
      sql: `UPDATE all_titles SET ${field} = j.value ->> 1 ${from}`,
      values: rows(field),
    })),
    { sql: `UPDATE all_titles SET focus_x = j.value ->> 1, focus_y = j.value ->> 2 ${from}`, values: focus },
    deleteRows(
      'title_stills',
      'title_id',
      stills.map(([id]) => id),
    ),
    insertRows({
      name: 'title_stills',
      columns: ['title_id', 'position', 'picture'],
      rows: stills.flatMap(([id, value]) => splitKeys(value).map((key, at) => [id, at, key])),
    }),
    {
      sql: `UPDATE search_docs SET art = j.value ->> 1 FROM json_each(?) j
        WHERE search_docs.type IN ('movie', 'series', 'video') AND search_docs.ref_id = j.value ->> 0`,
      values: rows('art'),
    },
    passOnFacts([...rows('art'), ...rows('backdrop')].map(([id]) => id)),
  ];
}
