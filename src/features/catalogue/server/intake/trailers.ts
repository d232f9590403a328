import * as v from 'valibot';
import type { RowStore } from './row-store.ts';
import type { ImportTitle } from '../../rows/title.ts';

const folderRow = v.object({ folder: v.string() });

/** The folders among the rows' trailers that a film, a download or a programme has: a trailer is signed for anybody. */
export async function readFilmFolders(
  store: RowStore,
  rows: readonly { title: Pick<ImportTitle, 'trailer'> }[],
): Promise<ReadonlySet<string>> {
  const folders = [...new Set(rows.flatMap(({ title }) => title.trailer ?? []))];
  if (folders.length === 0) return new Set();
  const sql = `SELECT j.value AS folder FROM json_each(?) j
    WHERE EXISTS (SELECT 1 FROM all_titles t WHERE t.media = j.value)
      OR EXISTS (SELECT 1 FROM downloads d WHERE d.file >= 'download/' || j.value || '/' AND d.file < 'download/' || j.value || '0')
      OR EXISTS (SELECT 1 FROM programmes p WHERE p.media = j.value)`;
  const matches = await store.read({ sql, values: folders }, folderRow);
  return new Set(matches.map(({ folder }) => folder));
}
