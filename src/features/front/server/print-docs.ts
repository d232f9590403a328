import * as v from 'valibot';
import type { Statement } from '../../../platform/db/json-statements.ts';
import { PRINT_STATES } from '../../magazines/contract.ts';
import { SECTION_VIEWS, type SearchSubject } from '../../search/query/search-doc.ts';
import { searchStatements } from '../../search/query/search-statements.ts';

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ slug: v.string(), title: v.string(), title_en: v.string(), state: v.picklist(PRINT_STATES) }),
);
const storedChannel = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    ...{ slug: v.string(), name_fa: v.string(), name_en: v.string(), art: v.nullable(v.string()) },
    state: v.picklist(PRINT_STATES),
  }),
);

/** The documents of search of magazines and channels as parts of the front have them; none for one that is not shown, or for another part. */
export function buildPrintDocs(parts: readonly { part: string; text: string }[]): Statement[] {
  const subjects = parts.flatMap(({ part, text }) => toSubject(part, text) ?? []);
  return (['magazine', 'channel'] as const).flatMap((type) => {
    const same = subjects.filter((subject) => subject.type === type);
    if (same.length === 0) return [];
    const ids = same.map(({ id }) => id);
    const before = `SELECT d.id FROM json_each(?) j CROSS JOIN search_docs d ON d.type = '${type}' AND d.ref_id = j.value`;
    const released = same.flatMap(({ isShown, ...subject }) => (isShown ? subject : []));
    return [
      { sql: `DELETE FROM search_index WHERE rowid IN (${before})`, values: ids },
      { sql: `DELETE FROM search_docs WHERE id IN (${before})`, values: ids },
      ...searchStatements(released, new Set()),
    ];
  });
}

const PLAIN = { nameLatin: '', year: null, iranian: false, views: SECTION_VIEWS, age: 0 };

function toSubject(part: string, text: string): (SearchSubject & { isShown: boolean }) | null {
  const [type, key] = part.split(':');
  const id = Number(key);
  if (type === 'magazine') {
    const { slug, title, title_en: nameEn, state } = v.parse(stored, text);
    return { ...PLAIN, type, id, slug, nameFa: title, nameEn, art: null, isShown: state === 'released' };
  }
  if (type !== 'channel') return null;
  const { slug, name_fa: nameFa, name_en: nameEn, art, state } = v.parse(storedChannel, text);
  return { ...PLAIN, type, id, slug, nameFa, nameEn, art, isShown: state === 'released' };
}
