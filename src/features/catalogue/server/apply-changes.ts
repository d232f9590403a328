import { sql, type SQL } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import { deleteRows, insertRows, type Statement } from '../../../platform/db/json-statements.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import type { SearchSubject } from '../../search/query/search-doc.ts';
import { searchStatements } from '../../search/query/search-statements.ts';
import { passOnDays, passOnFacts, writeGenres } from '../../titles/facts/title-statements.ts';
import type { TitleField, TitleValues } from '../title-fields.ts';
import type { TitleRecord } from './read-record.ts';

export interface FieldChange {
  field: TitleField | 'hidden';
  before: string | null;
  after: string | null;
}
interface Maker {
  operator: string;
  /** The change that this one takes back. */
  undoes?: number;
  reason?: string;
}

const NUMBERS: readonly FieldChange['field'][] = ['year', 'minutes', 'age'];
const LISTS = { countries: 'country', languages: 'language' } as const;

/**
 * Writes changes of a title with its episodes, lists and place in the search, in one transaction. False where the title
 * is another than the record, or the change was taken back already: nothing is written then.
 */
export async function applyChanges(
  { db, env, now, defer }: RequestContext,
  record: TitleRecord,
  changes: readonly FieldChange[],
  { operator, undoes, reason = '' }: Maker,
): Promise<boolean> {
  const { id, rev } = record;
  const save = randomId();
  const after = { ...record.values, ...Object.fromEntries(changes.map((change) => [change.field, change.after])) };
  /** True within this transaction alone, while the title has this `rev`. */
  const isOwn = (at: number) => sql`EXISTS (SELECT 1 FROM all_titles own JOIN title_changes made ON made.save = ${save}
    WHERE own.id = ${id} AND own.rev = ${at})`;
  const hidden = computeHidden(record.hidden, changes);
  const isSeries = record.kind === 'series' && changes.some(({ field }) => field !== 'hidden');
  const days = [[id, Number(after.minutes), record.release_date, record.available_until]];
  const results = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO title_changes (title_id, rev, field, before, after, save, undoes, operator, reason,
          created_at)
        SELECT ${id}, ${rev + 1}, value ->> 'field', value ->> 'before', value ->> 'after', ${save}, ${undoes ?? null},
          ${operator}, ${reason}, ${now} FROM json_each(${JSON.stringify(changes)})
        WHERE EXISTS (SELECT 1 FROM all_titles WHERE id = ${id} AND rev = ${rev}) ON CONFLICT DO NOTHING`,
      ...(isSeries ? [bind(passOnDays(days), isOwn(rev))] : []),
      sql`UPDATE all_titles SET ${sql.join(listSets(changes, now), sql`, `)}
        WHERE id = ${id} AND rev = ${rev} AND ${isOwn(rev)}`,
      ...[
        ...(isSeries ? [passOnFacts([id])] : []),
        ...changes.flatMap((change) => listStatements(id, change)),
        ...(hidden === 0 ? indexTitle(record, after) : []),
      ].map((statement) => bind(statement, isOwn(rev + 1))),
      sql`SELECT 1 FROM title_changes WHERE save = ${save} LIMIT 1`,
    ]),
  );
  const isWritten = (results.at(-1) ?? []).length > 0;
  if (isWritten && (hidden === 0 || record.hidden === 0)) defer(renewCatalogueVersion(env, `titles-${save}`));
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
    if (field === 'languages' || field === 'genres') return [];
    if (field === 'hidden') return [sql`hidden = (hidden & 2) | ${Number(after)}`];
    const value = NUMBERS.includes(field) ? Number(after) : after;
    return [sql`${sql.raw(field)} = ${value}`];
  });
  return [sql`rev = rev + 1`, sql`updated_at = ${now}`, ...sets];
}

function listStatements(id: number, { field, after }: FieldChange): Statement[] {
  const keys = (after ?? '').split(',').filter((key) => key !== '');
  if (field === 'genres')
    return [deleteRows('title_genres', 'title_id', [id]), writeGenres(keys.map((key) => [key, id]))];
  if (field !== 'countries' && field !== 'languages') return [];
  const rows = keys.map((key, at) => [key, id, at]);
  return [
    deleteRows(`title_${field}`, 'title_id', [id]),
    insertRows({ name: `title_${field}`, columns: [LISTS[field], 'title_id', 'position'], rows }),
  ];
}

function indexTitle({ id, kind, art, views }: TitleRecord, values: TitleValues): Statement[] {
  if (kind === 'episode') return [];
  const subject: SearchSubject = {
    ...{ type: kind, id, slug: null, art, views },
    ...{ nameFa: values.name_fa ?? '', nameEn: values.name_en ?? '', nameLatin: values.name_latin ?? '' },
    ...{ year: Number(values.year), age: Number(values.age), iranian: values.countries?.split(',')[0] === 'IR' },
  };
  return searchStatements([subject], new Set());
}

/** The statement with its rows, or with none where the condition fails. */
function bind({ sql: text, values }: Statement, condition: SQL): SQL {
  const [head = '', tail = ''] = text.split('?');
  return sql`${sql.raw(head)}iif(${condition}, ${JSON.stringify(values)}, '[]')${sql.raw(tail)}`;
}
