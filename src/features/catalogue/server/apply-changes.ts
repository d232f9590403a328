import { sql, type SQL } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import { deleteRows, insertRows, upsertRows, type Statement } from '../../../platform/db/json-statements.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import type { SearchSubject } from '../../search/query/search-doc.ts';
import { searchStatements } from '../../search/query/search-statements.ts';
import { bindRows } from './bind-rows.ts';
import { writePrices } from '../../titles/facts/desk-prices.ts';
import { toCreditRows } from '../../titles/facts/desk-credits.ts';
import { writeSeasonLists } from '../../titles/facts/desk-seasons.ts';
import {
  OWN_OR_INHERITED,
  passOnDays,
  passOnFacts,
  takeSeasonYear,
  writeCredits,
  writeGenres,
} from '../../titles/facts/title-statements.ts';
import { readFocus, splitKeys, type ArtField, type ArtValues } from '../art-fields.ts';
import { LISTED_FIELDS, type TitleField, type TitleValues } from '../title-fields.ts';
import type { TitleRecord } from './read-record.ts';

export interface FieldChange {
  field: TitleField | ArtField | 'price' | 'hidden';
  before: string | null;
  after: string | null;
  undoes?: number;
}
interface Maker {
  operator: string;
  reason?: string;
  /** False: the caller gives the stored pages another version. */
  renews?: boolean;
}

const NUMBERS: readonly FieldChange['field'][] = ['year', 'minutes', 'age', 'season', 'number'];
/** Fields with rows of their own, and no column. */
const TABLES: readonly FieldChange['field'][] = ['languages', 'genres', 'stills', 'social', 'price', ...LISTED_FIELDS];
const LISTS = { countries: 'country', languages: 'language' } as const;

/**
 * Writes changes of a title with its episodes, lists and place in the search, in one transaction. False where the title
 * is another than the record, or the change was taken back already: nothing is written then.
 */
export async function applyChanges(
  { db, env, now, defer }: RequestContext,
  record: TitleRecord,
  changes: readonly FieldChange[],
  { operator, reason = '', renews = true }: Maker,
): Promise<boolean> {
  const { id, rev } = record;
  const save = randomId();
  const after = {
    ...record.values,
    ...record.pictures,
    ...Object.fromEntries(changes.map((change) => [change.field, change.after])),
  };
  /** True within this transaction alone, while the title has this `rev`. */
  const isOwn = (at: number) => sql`EXISTS (SELECT 1 FROM all_titles own JOIN title_changes made ON made.save = ${save}
    WHERE own.id = ${id} AND own.rev = ${at})`;
  const hidden = computeHidden(record.hidden, changes);
  const isSeries = record.kind === 'series' && changes.some(({ field }) => field !== 'hidden');
  const days = [[id, ...OWN_OR_INHERITED.map((field) => (field === 'minutes' ? Number(after[field]) : after[field]))]];
  const results = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO title_changes (title_id, rev, field, before, after, save, undoes, operator, reason,
          created_at)
        SELECT ${id}, ${rev + 1}, value ->> 'field', value ->> 'before', value ->> 'after', ${save}, value ->> 'undoes',
          ${operator}, ${reason}, ${now} FROM json_each(${JSON.stringify(changes)})
        WHERE EXISTS (SELECT 1 FROM all_titles WHERE id = ${id} AND rev = ${rev}) ON CONFLICT DO NOTHING`,
      ...(isSeries ? [bindRows(passOnDays(days), isOwn(rev))] : []),
      sql`UPDATE all_titles SET ${sql.join(listSets(changes, now), sql`, `)}
        WHERE id = ${id} AND rev = ${rev} AND ${isOwn(rev)}`,
      ...[
        ...(isSeries ? [passOnFacts([id])] : []),
        ...changes.flatMap((change) => listStatements(id, change)),
        ...(hidden === 0 ? indexTitle(record, after) : []),
      ].map((statement) => bindRows(statement, isOwn(rev + 1))),
      sql`SELECT 1 FROM title_changes WHERE save = ${save} LIMIT 1`,
    ]),
  );
  const isWritten = (results.at(-1) ?? []).length > 0;
  if (isWritten && renews && (hidden === 0 || record.hidden === 0)) defer(renewCatalogueVersion(env, `titles-${save}`));
  return isWritten;
}

/** As in migration 0050. */
function computeHidden(before: number, changes: readonly FieldChange[]): number {
  const change = changes.find(({ field }) => field === 'hidden');
  return change === undefined ? before : (before & 2) | Number(change.after);
}

function listSets(changes: readonly FieldChange[], now: number): SQL[] {
  const sets = changes.flatMap(({ field, after }) => {
    if (field === 'countries') return [sql`iranian = ${Number(after?.split(',')[0] === 'IR')}`];
    if (TABLES.includes(field)) return [];
    if (field === 'focus') {
      const { x = null, y = null } = readFocus(after) ?? {};
      return [sql`focus_x = ${x}`, sql`focus_y = ${y}`];
    }
    if (field === 'hidden') return [sql`hidden = (hidden & 2) | ${Number(after)}`];
    const value = NUMBERS.includes(field) ? Number(after) : after;
    return [sql`${sql.raw(field)} = ${value}`];
  });
  return [sql`rev = rev + 1`, sql`updated_at = ${now}`, ...sets];
}

function listStatements(id: number, { field, after }: FieldChange): Statement[] {
  const keys = splitKeys(after);
  if (field === 'stills') {
    const stills = keys.map((key, at) => [id, at, key]);
    return [
      deleteRows('title_stills', 'title_id', [id]),
      insertRows({ name: 'title_stills', columns: ['title_id', 'position', 'picture'], rows: stills }),
    ];
  }
  if (field === 'social')
    return [
      deleteRows('social_pictures', 'title_id', [id]),
      insertRows({ name: 'social_pictures', columns: ['title_id', 'picture'], rows: keys.map((key) => [id, key]) }),
    ];
  if (field === 'price') return writePrices([[id, after]]);
  if (field === 'credits') return [deleteRows('credits', 'title_id', [id]), writeCredits(toCreditRows(id, after))];
  if (field === 'seasons') return writeSeasonLists([[id, after]]);
  if (field === 'related') {
    const rows = keys.map((key, at) => [id, at, Number(key)]);
    return [
      deleteRows('title_related', 'title_id', [id]),
      insertRows({ name: 'title_related', columns: ['title_id', 'position', 'related_id'], rows }),
    ];
  }
  if (field === 'markers' || field === 'chapters')
    return [
      upsertRows({ name: 'title_timelines', columns: ['title_id', field], rows: [[id, after]] }, 'title_id', [field]),
    ];
  if (field === 'genres')
    return [deleteRows('title_genres', 'title_id', [id]), writeGenres(keys.map((key) => [key, id]))];
  if (field === 'season') return [takeSeasonYear([id])];
  if (field !== 'countries' && field !== 'languages') return [];
  const rows = keys.map((key, at) => [key, id, at]);
  return [
    deleteRows(`title_${field}`, 'title_id', [id]),
    insertRows({ name: `title_${field}`, columns: [LISTS[field], 'title_id', 'position'], rows }),
  ];
}

function indexTitle({ id, kind, views }: TitleRecord, values: TitleValues & Pick<ArtValues, 'art'>): Statement[] {
  if (kind === 'episode') return [];
  const subject: SearchSubject = {
    ...{ type: kind, id, slug: null, art: values.art, views },
    ...{ nameFa: values.name_fa ?? '', nameEn: values.name_en ?? '', nameLatin: values.name_latin ?? '' },
    ...{ year: Number(values.year), age: Number(values.age), iranian: values.countries?.split(',')[0] === 'IR' },
  };
  return searchStatements([subject], new Set());
}
