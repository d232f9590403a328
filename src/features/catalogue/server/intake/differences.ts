import * as v from 'valibot';
import { OWN_OR_INHERITED } from '../../../titles/facts/title-statements.ts';
import { TITLE_COLUMNS, toColumns } from '../../rows/title.ts';
import { toCamelCase } from '../../../../platform/db/columns.ts';
import type { NumberedTitle } from './batch.ts';
import type { PartRow } from './part-batch.ts';
import type { Difference } from './pass-tools.ts';
import type { RowStore } from './row-store.ts';

/** Values that were watched here, or that a row cannot take away, are not compared. */
const COMPARED = TITLE_COLUMNS.filter((column) => column !== 'views');
const LISTS = { countries: 'country', languages: 'language', genres: 'genre' } as const;
type List = keyof typeof LISTS;
const LIST_NAMES: readonly List[] = ['countries', 'languages', 'genres'];
const row = v.looseObject({ id: v.number(), hidden: v.number() });

interface TitleDifferences {
  placed: NumberedTitle;
  reason: string;
  differences: Difference[];
}

/** For a dry run: which columns of titles a file would change. */
export async function listDifferences(store: RowStore, changed: readonly NumberedTitle[]): Promise<TitleDifferences[]> {
  if (changed.length === 0) return [];
  const lists = LIST_NAMES.map(
    (name) => `(SELECT group_concat(${LISTS[name]}, ',') FROM (
    SELECT ${LISTS[name]} FROM title_${name} WHERE title_id = t.id ORDER BY ${name === 'genres' ? 'genre' : 'position'})) AS ${name}`,
  );
  const sql = `SELECT id, hidden, ${[...COMPARED, ...lists].join(', ')} FROM all_titles t
    WHERE id IN (SELECT value FROM json_each(?))`;
  const rows = await store.read({ sql, values: changed.map(({ id }) => id) }, row);
  const before = new Map(rows.map((entry) => [entry.id, entry]));
  return changed.map((placed) => {
    const { title } = placed;
    const stored = before.get(placed.id);
    const columns: Record<string, unknown> = toColumns(title);
    const release = stored && (stored.hidden & 1) === 1 ? 'hidden' : stored?.['release'];
    const facts = COMPARED.flatMap((column) =>
      compare(column, column === 'release' ? release : stored?.[column], columns[column]),
    );
    const keys = LIST_NAMES.flatMap((name) =>
      compare(name, stored?.[name] ?? '', (name === 'genres' ? [...title.genres].sort() : title[name]).join()),
    );
    const names = facts.map(({ column }) => column);
    const reason = names.length > 0 ? `changes ${names.join(', ')}` : 'changes people, lists or pictures';
    return { placed, reason, differences: [...facts, ...keys] };
  });
}

const EPISODE_COLUMNS = ['name_fa', 'name_en', 'season', 'number', 'synopsis_fa', 'synopsis_en', ...OWN_OR_INHERITED];

/** The same of the episodes among the rows, by their ids in the file. A value of the series is not compared. */
export async function listPartDifferences(
  store: RowStore,
  changed: readonly PartRow[],
): Promise<ReadonlyMap<PartRow, Difference[]>> {
  const episodes = changed.flatMap(({ part }) => (part.kind === 'episode' ? part.externalId : []));
  if (episodes.length === 0) return new Map();
  const sql = `SELECT i.external_id, ${EPISODE_COLUMNS.map((column) => `t.${column}`).join(', ')} FROM json_each(?) j
    CROSS JOIN imported_titles i ON i.external_id = j.value CROSS JOIN all_titles t ON t.id = i.title_id`;
  const rows = await store.read({ sql, values: episodes }, v.looseObject({ external_id: v.string() }));
  const before = new Map(rows.map((entry) => [entry.external_id, entry]));
  return new Map(
    changed.map((entry) => {
      const { part } = entry;
      const stored = part.kind === 'episode' ? before.get(part.externalId) : undefined;
      const differences = EPISODE_COLUMNS.flatMap((column) => {
        const after: unknown = Reflect.get(part, toCamelCase(column));
        return stored === undefined || after === undefined ? [] : compare(column, stored[column], after);
      });
      return [entry, differences];
    }),
  );
}

function compare(column: string, before: unknown, after: unknown): Difference[] {
  const [from, to] = [before ?? null, after ?? null];
  return from === to ? [] : [{ column, before: toText(from), after: toText(to) }];
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
