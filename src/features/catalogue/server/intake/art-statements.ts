import { deleteRows, insertRows, type Statement } from '../../../../platform/db/json-statements.ts';
import { hasDeskPortrait } from '../../../titles/facts/desk-portraits.ts';
import type { ImportTitle } from '../../rows/title.ts';

/** The stills of titles whose rows have some, in place of those that they have. */
export function writeStills(all: readonly { id: number; title: ImportTitle }[]): Statement[] {
  const changes = all.flatMap(({ id, title }) => (title.stills ? [{ id, stills: title.stills }] : []));
  const rows = changes.flatMap(({ id, stills }) => stills.map((picture, at) => [id, at, picture]));
  return [
    deleteRows(
      'title_stills',
      'title_id',
      changes.map(({ id }) => id),
    ),
    insertRows({ name: 'title_stills', columns: ['title_id', 'position', 'picture'], rows }),
  ];
}

/** Portraits by the ids of people, who are written and searched by then, but of those to whom the desk gave one. */
export function writePortraits(portraits: ReadonlyMap<number, string>): Statement[] {
  const values = [...portraits];
  return [
    {
      sql: `UPDATE people SET art = j.value ->> 1 FROM json_each(?) j WHERE people.id = j.value ->> 0
        AND NOT ${hasDeskPortrait('people.id')}`,
      values,
    },
    {
      sql: `UPDATE search_docs SET art = j.value ->> 1 FROM json_each(?) j
        WHERE search_docs.type = 'person' AND search_docs.ref_id = j.value ->> 0 AND NOT ${hasDeskPortrait('search_docs.ref_id')}`,
      values,
    },
  ];
}
