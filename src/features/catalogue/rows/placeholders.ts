import { foldForSearch } from '../../../platform/text/persian-text.ts';
import { PEOPLE_FIELDS, type Draft } from './fields.ts';
import { hasWords } from '../../titles/facts/clean.ts';
import type { Notes } from './problems.ts';

/** Texts by which programs write that a value is missing: pandas' `na_values`, SQL, JavaScript, spreadsheets. */
const OF_PROGRAMS =
  /^(?:<?na>?|#?n\/a|#n\/a n\/a|[+-]?nan|nat|none|null|nil|undefined|\\n|-?1\.#(?:ind|qnan)|#[a-z0-9/]+[!?]?)$/i;
/** Words by which people write it, folded. */
const OF_PEOPLE = new Set(
  ['نامشخص', 'نا مشخص', 'مشخص نیست', 'نامعلوم', 'نا معلوم', 'معلوم نیست', 'ندارد', 'وارد نشده', 'ثبت نشده', 'خالی'].map(
    foldForSearch,
  ),
);
/** Films have these names, too. */
const OF_PEOPLE_OR_NAMES = new Set([
  'unknown',
  'not available',
  'not applicable',
  'not specified',
  'no data',
  'missing',
  'empty',
  'tba',
  'tbd',
]);
const NAME_FIELDS = new Set(['name', 'name_fa', 'name_en', 'name_latin']);
/** NA is Namibia, and na is the language of Nauru. */
const CODE_FIELDS = new Set(['countries', 'available_countries', 'languages']);

const PEOPLE = Object.keys(PEOPLE_FIELDS);
/** Columns that never have one text in common, except that which stands for no value. */
const UNRELATED = [
  ['name', 'name_fa', 'name_en'],
  ['year', 'minutes', 'age', 'rating', 'views', 'release_date', 'available_until', 'focus_x', 'focus_y'],
  ['countries', 'languages'],
  ['genres'],
  ['age_reasons'],
  PEOPLE,
  ['synopsis_fa', 'synopsis_en'],
  ['awards_fa', 'awards_en'],
  ['seo_title_fa', 'seo_title_en', 'seo_description_fa', 'seo_description_en'],
];
const MIN_COLUMNS = 3;
/** With marks and spaces that folding drops. */
const MAX_LENGTH = 60;

/** True for a text that stands for a missing value: `nan`, `\N`, `N/A`, `-`, «نامشخص». */
export function isPlaceholder(text: string, field = ''): boolean {
  const trimmed = text.trim();
  if (!hasWords(trimmed)) return trimmed !== '';
  if (trimmed.length > MAX_LENGTH) return false;
  if (CODE_FIELDS.has(field) && /^na$/i.test(trimmed)) return false;
  const folded = foldForSearch(trimmed);
  const isWord = OF_PEOPLE.has(folded) || (OF_PEOPLE_OR_NAMES.has(folded) && !NAME_FIELDS.has(field));
  return isWord || OF_PROGRAMS.test(trimmed);
}

/** The row without values that stand for missing ones, also in lists; each is remarked. */
export function dropPlaceholders(draft: Draft, notes: Notes): Draft {
  const repeated = findRepeated(draft);
  return Object.fromEntries(
    Object.entries(draft).map(([field, value]) => {
      const isMissing = (entry: unknown) =>
        typeof entry === 'string' && (isPlaceholder(entry, field) || repeated.has(entry.trim()));
      if (!Array.isArray(value)) {
        if (!isMissing(value)) return [field, value];
        notes.warn(field, 'stands for a missing value', value);
        return [field, undefined];
      }
      const list = value.filter((entry) => !isMissing(entry));
      if (list.length < value.length) notes.warn(field, 'has entries that stand for missing values', value);
      return [field, list];
    }),
  );
}

/** A text in three unrelated columns of a row is not a name of a person, a genre and a film: it fills empty cells. */
function findRepeated(draft: Draft): Set<string> {
  const counts = new Map<string, number>();
  for (const fields of UNRELATED) {
    const texts = fields.flatMap((field) => {
      const value = draft[field];
      return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
    });
    for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([text, count]) => (count >= MIN_COLUMNS ? [text] : [])));
}
