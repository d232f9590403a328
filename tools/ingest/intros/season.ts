import * as v from 'valibot';
import type { Store } from '../../import/store.ts';
import { insertRows, type Statement } from '../../../src/platform/db/json-statements.ts';
import type { Span } from './find.ts';

const episodeRow = v.object({
  id: v.number(),
  season: v.number(),
  number: v.number(),
  media: v.string(),
  /** 1 where the film has an intro already. */
  marked: v.number(),
});
export type Episode = v.InferOutput<typeof episodeRow>;

/** The episodes of a series that play, by season and in order; each film once. */
export async function listSeasons(store: Pick<Store, 'read'>, series: number): Promise<Episode[][]> {
  const sql = `SELECT id, ifnull(season, 0) AS season, ifnull(number, 0) AS number, media, EXISTS (
      SELECT 1 FROM markers WHERE markers.media = all_titles.media AND markers.kind = 'intro') AS marked
    FROM all_titles WHERE series_id IN (SELECT value FROM json_each(?)) AND kind = 'episode' AND media IS NOT NULL
    ORDER BY season, number, id`;
  const episodes = await store.read({ sql, values: [series] }, episodeRow);
  const distinct = episodes.filter(({ media }, at) => episodes.findIndex((one) => one.media === media) === at);
  return [...Map.groupBy(distinct, ({ season }) => season).values()];
}

/** Adds intros. A film that has one keeps it, whether it is an editor's or was found before. */
export function addIntros(intros: readonly (Span & { media: string })[]): Statement {
  const rows = intros.map(({ media, starts, ends }) => [media, 'intro', starts, ends]);
  return insertRows({ name: 'markers', columns: ['media', 'kind', 'starts', 'ends'], rows }, 'OR IGNORE ');
}
