import * as v from 'valibot';
import type { Placed } from './batch.ts';
import type { Store } from './store.ts';
import { TITLE_COLUMNS, toColumns } from './title.ts';

/** Values that were watched here, or that a row cannot take away, are not compared. */
const COMPARED = TITLE_COLUMNS.filter((column) => column !== 'views');
const row = v.looseObject({ id: v.number(), hidden: v.number() });

/** For a dry run: which columns of titles a file would change. */
export async function listDifferences(
  store: Store,
  changed: readonly Placed[],
): Promise<{ placed: Placed; reason: string }[]> {
  if (changed.length === 0) return [];
  const sql = `SELECT id, hidden, ${COMPARED.join(', ')} FROM all_titles WHERE id IN (SELECT value FROM json_each(?))`;
  const rows = await store.read({ sql, values: changed.map(({ id }) => id) }, row);
  const before = new Map(rows.map((entry) => [entry.id, entry]));
  return changed.map((placed) => {
    const stored = before.get(placed.id);
    const columns: Record<string, unknown> = toColumns(placed.title);
    const release = stored && (stored.hidden & 1) === 1 ? 'hidden' : stored?.['release'];
    const names = COMPARED.filter(
      (column) => (column === 'release' ? release : (stored?.[column] ?? null)) !== (columns[column] ?? null),
    );
    return { placed, reason: names.length > 0 ? `changes ${names.join(', ')}` : 'changes people, lists or pictures' };
  });
}
