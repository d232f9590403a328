import * as v from 'valibot';
import type { Statement } from '../../../platform/db/json-statements.ts';
import { PRINT_STATES } from '../../magazines/contract.ts';
import { SECTION_VIEWS, type SearchSubject } from '../../search/query/search-doc.ts';
import { searchStatements } from '../../search/query/search-statements.ts';

const PREFIX = 'magazine:';

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ slug: v.string(), title: v.string(), title_en: v.string(), state: v.picklist(PRINT_STATES) }),
);

/** The documents of search of magazines as parts of the front have them; none for one that is not shown, or for another part. */
export function buildPrintDocs(parts: readonly { part: string; text: string }[]): Statement[] {
  const magazines = parts
    .filter(({ part }) => part.startsWith(PREFIX))
    .map(({ part, text }) => ({ id: Number(part.slice(PREFIX.length)), ...v.parse(stored, text) }));
  if (magazines.length === 0) return [];
  const ids = magazines.map(({ id }) => id);
  const before =
    "SELECT d.id FROM json_each(?) j CROSS JOIN search_docs d ON d.type = 'magazine' AND d.ref_id = j.value";
  const released = magazines.filter(({ state }) => state === 'released');
  return [
    { sql: `DELETE FROM search_index WHERE rowid IN (${before})`, values: ids },
    { sql: `DELETE FROM search_docs WHERE id IN (${before})`, values: ids },
    ...searchStatements(released.map(toSubject), new Set()),
  ];
}

const toSubject = ({
  id,
  slug,
  title,
  title_en: nameEn,
}: v.InferOutput<typeof stored> & { id: number }): SearchSubject => ({
  type: 'magazine',
  ...{ id, slug, nameFa: title, nameEn, nameLatin: '', year: null, iranian: false, art: null },
  ...{ views: SECTION_VIEWS, age: 0 },
});
