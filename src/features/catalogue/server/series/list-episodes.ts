import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { FROM_FILM } from '../../art-fields.ts';
import { listDeskEpisodes as listCall, MAX_EPISODES, type DeskSeason } from '../../series-contract.ts';
import { batch } from '../../../../platform/db/batch.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import { selectState } from '../read-record.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';

const MAX_RUNS = 20;

const { episodes } = listCall.output.entries.data.entries;
const bit = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const episodeRows = v.array(v.object({ ...episodes.item.entries, has_file: bit }));
const seasonRows = v.array(
  v.object({
    number: v.nullable(v.number()),
    name_fa: v.nullable(v.string()),
    name_en: v.nullable(v.string()),
    year: v.nullable(v.number()),
    episodes: v.nullable(v.number()),
    drafts: v.nullable(v.number()),
    series_fa: v.string(),
    series_en: v.string(),
    rev: v.number(),
    iranian: bit,
  }),
);
/** A number with those before it that are missing, or that several episodes have. */
const runRows = v.array(
  v.object({ season: v.number(), number: v.number(), before: v.number(), count: v.number(), is_gap: v.number() }),
);

const STILL_SOURCE = sql`CASE WHEN t.still IS NULL THEN 'none' WHEN EXISTS (SELECT 1 FROM title_changes c
  WHERE c.title_id = t.id AND c.field = 'still' AND c.after = t.still AND c.reason = ${FROM_FILM}) THEN 'film' ELSE 'own' END`;

export const listDeskEpisodes: OperatorService<typeof listCall> = async ({ db, now }, { id, season: input, page }) => {
  const season = input === 'none' ? null : input;
  // Without an input: the first that has episodes.
  const wanted =
    season === undefined ? sql`(SELECT min(season) FROM all_titles WHERE series_id = ${id})` : sql`${season}`;
  const [seasons = [], runs = [], list = []] = await batch(db, [
    // A series without seasons has one row, without episodes.
    sql`SELECT s.name_fa AS series_fa, s.name_en AS series_en, s.rev, s.iranian, n.number, z.name_fa, z.name_en, z.year,
        n.episodes, n.drafts
      FROM all_titles s LEFT JOIN (
        SELECT season AS number, count(*) AS episodes, sum(hidden <> 0 AND ${selectState(now)} = 'draft') AS drafts
          FROM all_titles t WHERE series_id = ${id} GROUP BY season
        UNION ALL SELECT number, 0, 0 FROM seasons y WHERE series_id = ${id}
          AND NOT EXISTS (SELECT 1 FROM all_titles e WHERE e.series_id = y.series_id AND e.season = y.number)) n
      LEFT JOIN seasons z ON z.series_id = ${id} AND z.number = n.number
      WHERE s.id = ${id} AND s.kind = 'series' ORDER BY n.number`,
    sql`SELECT season, number, before, count, number > before + 1 AS is_gap FROM (
        SELECT season, number, count(*) AS count,
          lag(number, 1, 0) OVER (PARTITION BY season ORDER BY number) AS before
        FROM all_titles WHERE series_id = ${id} AND season IS NOT NULL AND number IS NOT NULL GROUP BY season, number)
      WHERE number > before + 1 OR count > 1 ORDER BY season, number LIMIT ${MAX_RUNS * 10}`,
    sql`SELECT id, rev, season, number, name_fa, name_en, synopsis_fa, synopsis_en, minutes, release_date,
        media IS NOT NULL AS has_file, still, ${STILL_SOURCE} AS still_source, ${selectState(now)} AS state
      FROM all_titles t WHERE series_id = ${id} AND season IS ${wanted} ORDER BY number, id
      LIMIT ${MAX_EPISODES} OFFSET ${(page - 1) * MAX_EPISODES}`,
  ]);
  const rows = v.parse(seasonRows, seasons);
  const [series] = rows;
  if (series === undefined) return fail('title_not_found');
  const data = v.parse(episodeRows, list);
  const faults = v.parse(runRows, runs);
  const listed = rows.flatMap(({ number, name_fa, name_en, year, episodes: count }): DeskSeason[] => {
    if (count === null) return [];
    const runsOfSeason = faults.filter((fault) => fault.season === number);
    const season = {
      ...{ number, name_fa, name_en, year, episodes: count },
      gaps: runsOfSeason
        .filter((fault) => fault.is_gap === 1)
        .slice(0, MAX_RUNS)
        .map((fault) => ({ from: fault.before + 1, to: fault.number - 1 })),
      doubles: runsOfSeason
        .filter((fault) => fault.count > 1)
        .slice(0, MAX_RUNS)
        .map((fault) => fault.number),
    };
    return [season];
  });
  const current = season === undefined ? (data[0]?.season ?? null) : season;
  const drafts = rows.find(({ number }) => number === current)?.drafts ?? 0;
  const { series_fa: nameFa, series_en: nameEn, rev, iranian } = series;
  const facts = { id, name_fa: nameFa, name_en: nameEn, rev, iranian };
  return ok({ data: { ...facts, seasons: listed, season: current, page, drafts, episodes: data } });
};
