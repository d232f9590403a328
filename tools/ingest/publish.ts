import * as v from 'valibot';
import type { Store } from '../import/store.ts';
import { deleteRows, insertRows, upsertRows, type Statement } from '../../src/platform/db/json-statements.ts';
import { problem } from '../lib/progress.ts';
import { computePrice } from './ladder.ts';
import type { IngestOptions } from './options.ts';
import type { ChapterRow } from './chapters.ts';
import type { Marker } from '../../src/features/titles/markers.ts';

const pictures = { art: v.nullable(v.string()), backdrop: v.nullable(v.string()) };
const titleRow = v.object({
  ...{ id: v.number(), kind: v.string(), name_fa: v.string(), name_en: v.string() },
  ...{ minutes: v.number(), access: v.string(), ...pictures, still: v.nullable(v.string()) },
  /** Of an episode. */
  series: v.pipe(
    v.nullable(v.string()),
    v.transform((json): unknown => (json === null ? null : JSON.parse(json))),
    v.nullable(v.object({ id: v.number(), name_fa: v.string(), name_en: v.string(), ...pictures })),
  ),
});
export type TitleRow = v.InferOutput<typeof titleRow>;

/** A file to download, stored in R2. */
interface PublishedDownload {
  quality: string;
  height: number;
  bytes: number;
  key: string;
}

export interface Produced {
  downloads: PublishedDownload[];
  /** Languages of the subtitles, the default one first. */
  languages: string[];
  /** Languages of the sounds, in their order. */
  sounds: string[];
  /** The standard height of the best rendition, in pixels. */
  height: number;
  chapters: ChapterRow[];
  /** Why the source is damaged, where the operator has accepted that. */
  damage: readonly string[];
}

/** The title that a film is for; a Problem where there is none. */
export async function readTitle(store: Store, { kind, id }: IngestOptions['title']): Promise<TitleRow> {
  const sql = `SELECT id, kind, name_fa, name_en, minutes, access, art, backdrop, still, (
      SELECT json_object('id', s.id, 'name_fa', s.name_fa, 'name_en', s.name_en, 'art', s.art, 'backdrop', s.backdrop)
      FROM all_titles s WHERE s.id = all_titles.series_id) AS series
    FROM all_titles JOIN (
      SELECT value ->> '$[0]' AS id, value ->> '$[1]' AS kind FROM json_each(?)) AS wanted USING (id, kind)`;
  const [match] = await store.read({ sql, values: [[id, kind]] }, titleRow);
  if (!match) throw problem(`The catalogue has no ${kind} ${id}. Import it first (docs/import.md).`, 'title_missing');
  return match;
}

interface Publication {
  folder: string;
  row: TitleRow;
  produced: Omit<Produced, 'damage'>;
  markers: readonly Marker[];
  /** Seconds of the epoch. */
  now: number;
}

/**
 * Everything that makes a title play and be downloaded, for one batch: before it nothing of the new film shows, after
 * it all does. Downloads that were sold before keep their numbers and prices.
 */
export function publishing(
  { title, asTrailer, toman, operator }: Pick<IngestOptions, 'title' | 'asTrailer' | 'toman' | 'operator'>,
  { folder, row, produced, markers, now }: Publication,
): Statement[] {
  const { downloads, chapters } = produced;
  const languages = JSON.stringify(produced.languages);
  const getPrice = (height: number) => (row.access === 'free' ? 0 : (toman ?? computePrice(row.minutes, height)));
  return [
    ...(asTrailer ? [recordTrailer([title.id, folder, now, operator])] : []),
    {
      sql: `UPDATE all_titles SET ${asTrailer ? 'trailer' : 'media'} = made.folder, updated_at = made.now,
        rev = rev + 1 FROM (
        SELECT value ->> '$[0]' AS id, value ->> '$[1]' AS folder, value ->> '$[2]' AS now FROM json_each(?)) AS made
        WHERE all_titles.id = made.id`,
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
    deleteRows('chapters', 'media', [folder]),
    insertRows({
      name: 'chapters',
      columns: ['media', 'starts', 'ends', 'name_fa', 'name_en'],
      rows: chapters.map(({ starts, ends, name_fa, name_en }) => [folder, starts, ends, name_fa, name_en]),
    }),
    upsertRows(
      {
        name: 'media_facts',
        columns: ['media', 'sounds', 'subtitles', 'height'],
        rows: [[folder, JSON.stringify(produced.sounds), languages, produced.height]],
      },
      'media',
      ['sounds', 'subtitles', 'height'],
    ),
    deleteRows('markers', 'media', [folder]),
    insertRows({
      name: 'markers',
      columns: ['media', 'kind', 'starts', 'ends'],
      rows: markers.map(({ kind, starts, ends }) => [folder, kind, starts, ends]),
    }),
  ];
}

/** A change of the title as one of the desk, which an undo takes back and an import keeps. The same trailer again is none. */
function recordTrailer(trailer: readonly [id: number, folder: string, now: number, operator: string]): Statement {
  return {
    sql: `INSERT INTO title_changes (title_id, rev, field, before, after, save, operator, created_at)
      SELECT t.id, t.rev + 1, 'trailer', t.trailer, made.folder, lower(hex(randomblob(16))), made.operator, made.now FROM (
        SELECT value ->> '$[0]' AS id, value ->> '$[1]' AS folder, value ->> '$[2]' AS now, value ->> '$[3]' AS operator
        FROM json_each(?)) AS made JOIN all_titles t ON t.id = made.id WHERE t.trailer IS NOT made.folder`,
    values: [trailer],
  };
}
