import * as v from 'valibot';
import type { Store } from '../import/store.ts';
import { upsertRows, type Statement } from '../import/statements.ts';
import { problem } from '../../scripts/lib/progress.ts';
import { computePrice } from './ladder.ts';
import type { IngestOptions } from './options.ts';

const titleRow = v.object({ name_fa: v.string(), minutes: v.number(), access: v.string() });
export type TitleRow = v.InferOutput<typeof titleRow>;

/** A file to download, stored in R2. */
export interface PublishedDownload {
  quality: string;
  height: number;
  bytes: number;
  key: string;
}

/** The title that a film is for; a Problem where there is none. */
export async function readTitle(store: Store, { kind, id }: IngestOptions['title']): Promise<TitleRow> {
  const sql = `SELECT name_fa, minutes, access FROM titles JOIN (
    SELECT value ->> '$[0]' AS id, value ->> '$[1]' AS kind FROM json_each(?)) AS wanted USING (id, kind)`;
  const [match] = await store.read({ sql, values: [[id, kind]] }, titleRow);
  if (!match) throw problem(`The catalogue has no ${kind} ${id}. Import it first (docs/import.md).`);
  return match;
}

/**
 * Everything that makes a title play and be downloaded, for one batch: before it nothing of the new film shows, after
 * it all does. Downloads that were sold before keep their numbers and prices.
 */
export function publishing(
  { title, subtitles, toman }: Pick<IngestOptions, 'title' | 'subtitles' | 'toman'>,
  { folder, row, downloads, now }: { folder: string; row: TitleRow; downloads: PublishedDownload[]; now: number },
): Statement[] {
  const languages = JSON.stringify(subtitles.map(({ language }) => language));
  const getPrice = (height: number) => (row.access === 'free' ? 0 : (toman ?? computePrice(row.minutes, height)));
  return [
    {
      sql: `UPDATE titles SET media = made.folder, updated_at = made.now FROM (
        SELECT value ->> '$[0]' AS id, value ->> '$[1]' AS folder, value ->> '$[2]' AS now FROM json_each(?)) AS made
        WHERE titles.id = made.id`,
      values: [[title.id, folder, now]],
    },
    upsertRows(
      {
        name: 'downloads',
        columns: ['title_id', 'quality', 'bytes', 'toman', 'file', 'subtitles'],
        rows: downloads.map(({ quality, height, bytes, key }) => [
          ...[title.id, quality, bytes],
          ...[getPrice(height), key, languages],
        ]),
      },
      'title_id, quality',
      ['bytes', 'file', 'subtitles'],
    ),
  ];
}
