import * as v from 'valibot';
import { toCamelCase } from '../../../../platform/db/columns.ts';
import { computeDigest, readKnownTitles, requireSame, type BatchCounts, type KnownTitles, type Run } from './batch.ts';
import { restorePictures } from '../../../titles/facts/desk-pictures.ts';
import { INHERITED, OWN_OR_INHERITED, selectYear } from '../../../titles/facts/title-statements.ts';
import { CSV_SOURCE } from '../../rows/column-map.ts';
import { noteDrafts } from './drafts.ts';
import { findKeptPictures, keepEdits, keepSeason, readDeskEdits } from './keep-edits.ts';
import type { Numbering } from './numbering.ts';
import type { Problem } from '../../rows/problems.ts';
import type { ImportEpisode, ImportPart, ImportSeason } from '../../rows/read-part.ts';
import { upsertRows, type Statement } from '../../../../platform/db/json-statements.ts';
import type { RowStore } from './row-store.ts';

export interface PartRow {
  line: number;
  part: ImportPart;
}

const seriesRow = v.object({ external_id: v.string(), id: v.number() });
const seasonRow = v.object({
  ...{ series_id: v.number(), number: v.number(), year: v.nullable(v.number()) },
  ...{ name_fa: v.nullable(v.string()), name_en: v.nullable(v.string()) },
});
const episodeRow = v.object({ id: v.number(), series_id: v.number(), season: v.number(), number: v.number() });

interface PartState {
  /** Ids of the series by those of the file. */
  series: ReadonlyMap<string, number>;
  known: KnownTitles;
  seasons: ReadonlyMap<string, v.InferOutput<typeof seasonRow>>;
  deskSeasons: ReadonlyMap<number, string | undefined>;
}

/** Columns of an episode that are its own. */
const OWN = ['id', 'name_fa', 'name_en', 'season', 'number', 'synopsis_fa', 'synopsis_en', 'updated_at'];

/** Reads what batches of parts are compared with; for remarks also where the other episodes of their series stand. */
export async function readPartState(
  store: RowStore,
  rows: readonly PartRow[],
  numbering: Numbering | null,
): Promise<PartState> {
  const names = [...new Set(rows.flatMap(({ part }) => [part.series, withoutSource(part.series)]))];
  const sql = `SELECT i.external_id, s.id FROM json_each(?) j CROSS JOIN imported_titles i ON i.external_id = j.value
    CROSS JOIN all_titles s ON s.id = i.title_id WHERE s.kind = 'series'`;
  const series = await store.read({ sql, values: names }, seriesRow);
  const ids = series.map(({ id }) => id);
  const of = (columns: string, table: string) => `SELECT ${columns} FROM ${table}
    WHERE series_id IN (SELECT value FROM json_each(?))`;
  const seasonSql = of('series_id, number, name_fa, name_en, year', 'seasons');
  const seasons = await store.read({ sql: seasonSql, values: ids }, seasonRow);
  const edits = await readDeskEdits(store, ids);
  if (numbering !== null) {
    const fresh = ids.filter((id) => !numbering.has(id));
    const episodeSql = `${of('id, series_id, season, number', 'all_titles')} AND season IS NOT NULL AND number IS NOT NULL`;
    for (const episode of await store.read({ sql: episodeSql, values: fresh }, episodeRow)) {
      numbering.set(episode.series_id, episode.id, { ...episode, line: null });
    }
  }
  return {
    series: new Map(series.map(({ external_id, id }) => [external_id, id])),
    known: await readKnownTitles(
      store,
      rows.flatMap(({ part }) => (part.kind === 'episode' ? part.externalId : [])),
    ),
    seasons: new Map(seasons.map((row) => [`${String(row.series_id)}/${String(row.number)}`, row])),
    deskSeasons: new Map(Array.from(edits, ([id, edit]) => [id, edit.seasons])),
  };
}

interface PartBatch {
  statements: Statement[];
  counts: BatchCounts;
  added: PartRow[];
  changed: PartRow[];
  rejected: { line: number; problem: Problem }[];
  /** Columns are fields. */
  remarks: { row: PartRow; problems: Problem[] }[];
}
interface PartRun extends Pick<Run, 'nextId' | 'now' | 'isShared' | 'drafts'> {
  numbering: Numbering | null;
  /** The id of a series that a dry run would add. */
  findNewSeries: (externalId: string) => number | undefined;
}

/** Makes seasons and episodes into statements for one transaction; unchanged ones make none. */
export async function buildPartBatch(
  rows: readonly PartRow[],
  { series, known, seasons, deskSeasons }: PartState,
  { nextId, now, numbering, findNewSeries, isShared = false, drafts }: PartRun,
): Promise<PartBatch> {
  const batch: PartBatch = {
    ...{ statements: [], added: [], changed: [], rejected: [], remarks: [] },
    counts: { added: 0, changed: 0, unchanged: 0 },
  };
  const refuse = (line: number, column: string, reason: string, value: string) =>
    void batch.rejected.push({ line, problem: { column, reason, value } });
  const count = (row: PartRow, verdict: keyof BatchCounts) => {
    batch.counts[verdict] += 1;
    if (verdict !== 'unchanged') batch[verdict].push(row);
  };
  const seasonRows: { id: number; season: ImportSeason }[] = [];
  const episodeRows: (EpisodeRow & { digest: string })[] = [];
  const newDrafts: number[] = [];
  for (const row of rows) {
    const { line, part } = row;
    const find = (id: string) => series.get(id) ?? findNewSeries(id);
    const seriesId = find(part.series) ?? find(withoutSource(part.series));
    if (seriesId === undefined) {
      refuse(line, 'series', 'names no series that is imported', part.series);
    } else if (part.kind === 'season') {
      const problems = keepSeason(part, deskSeasons.get(seriesId));
      if (problems.length > 0) batch.remarks.push({ row, problems });
      const before = seasons.get(`${String(seriesId)}/${String(part.season)}`);
      const verdict = before === undefined ? 'added' : isSameSeason(before, part) ? 'unchanged' : 'changed';
      count(row, verdict);
      if (verdict !== 'unchanged') seasonRows.push({ id: seriesId, season: part });
    } else {
      const entry = known.get(part.externalId);
      const isThere = entry !== undefined && entry.views !== null;
      if (isThere && entry.kind !== 'episode') {
        refuse(line, 'id', `is already the id of a ${entry.kind ?? 'title'}`, part.externalId);
        continue;
      }
      const digest = await computeDigest(part);
      const isRepeat = isThere && entry.digest === digest;
      const id = entry?.title_id ?? nextId();
      count(row, isRepeat ? 'unchanged' : isThere ? 'changed' : 'added');
      const problems = [...keepEdits(part, entry?.edits), ...findKeptPictures(part, entry?.edits)];
      numbering?.set(seriesId, id, { season: part.season, number: part.number, line });
      if (isRepeat) continue;
      if (problems.length > 0) batch.remarks.push({ row, problems });
      const wasDraft = entry?.edits?.isDraft === true;
      const isDraft = wasDraft || (!isThere && entry?.edits?.isHidden !== true && drafts !== undefined);
      if (isDraft && !wasDraft) newDrafts.push(id);
      episodeRows.push({ id, series: seriesId, episode: part, digest, isDraft });
    }
  }
  const keys = episodeRows.flatMap(({ id, episode: { externalId } }) => {
    const isNew = (known.get(externalId)?.views ?? null) === null;
    return isShared || isNew ? [{ externalId, id }] : [];
  });
  const withSeasons = new Set(seasonRows.map(({ id }) => id));
  const touched = new Set([...withSeasons, ...episodeRows.map(({ series: id }) => id)]);
  batch.statements = [
    requireSame(keys, known),
    ...writeSeasons(seasonRows),
    ...(drafts === undefined ? [] : [noteDrafts(newDrafts, drafts, now)]),
    writeEpisodes(episodeRows, now),
    noteEpisodes(episodeRows),
    ...restorePictures(episodeRows.map(({ id, episode }) => [id, known.get(episode.externalId)?.edits])),
    {
      // No other field of the series changes: the trigger of migration 0096 would say so of its lists.
      sql: `UPDATE all_titles SET rev = rev + 1, updated_at = j.value ->> 1,
          field_revs = iif(j.value ->> 2, json_set(field_revs, '$.seasons', rev + 1), field_revs)
        FROM json_each(?) j WHERE all_titles.id = j.value ->> 0`,
      values: [...touched].map((id) => [id, now, withSeasons.has(id) ? 1 : 0]),
    },
  ];
  return batch;
}

/** A CSV file without a map may name series that came as JSON Lines. */
function withoutSource(id: string): string {
  return id.startsWith(`${CSV_SOURCE}:`) ? id.slice(CSV_SOURCE.length + 1) : id;
}

function isSameSeason(before: v.InferOutput<typeof seasonRow>, { nameFa, nameEn, year }: ImportSeason): boolean {
  const { name_fa, name_en } = before;
  return name_fa === (nameFa ?? null) && name_en === (nameEn ?? null) && before.year === (year ?? null);
}

function writeSeasons(rows: readonly { id: number; season: ImportSeason }[]): Statement[] {
  const values = rows.map(({ id, season: { season, nameFa, nameEn, year } }) => [id, season, nameFa, nameEn, year]);
  const table = { name: 'seasons', columns: ['series_id', 'number', 'name_fa', 'name_en', 'year'], rows: values };
  return [
    upsertRows(table, 'series_id, number', ['name_fa', 'name_en', 'year']),
    {
      sql: `UPDATE all_titles SET year = ${selectYear('all_titles.season')} FROM json_each(?) j
        JOIN all_titles s ON s.id = j.value ->> 0
        WHERE all_titles.series_id = s.id AND all_titles.season = j.value ->> 1`,
      values,
    },
  ];
}

interface EpisodeRow {
  id: number;
  series: number;
  episode: ImportEpisode;
  isDraft: boolean;
}

export function writeEpisodes(rows: readonly EpisodeRow[], now: number): Statement {
  const pick = (index: number) => `value ->> '$[${String(index)}]'`;
  const first = OWN.length + 1;
  const values = [
    ...OWN.map((_, index) => pick(index)),
    ...INHERITED.map((column) => `s.${column}`),
    ...OWN_OR_INHERITED.map((column, index) => `coalesce(${pick(first + index)}, s.${column})`),
  ];
  const columns = [...OWN, ...INHERITED, ...OWN_OR_INHERITED];
  const replaced = [...columns.filter((column) => column !== 'id'), 'series_id', 'year'];
  const still = pick(first + OWN_OR_INHERITED.length);
  const hidden = pick(first + OWN_OR_INHERITED.length + 1);
  const [seriesId, season] = [pick(OWN.length), pick(OWN.indexOf('season'))];
  return {
    sql: `INSERT INTO all_titles (${columns.join(', ')}, kind, series_id, views, year, still, hidden)
        SELECT ${values.join(', ')}, 'episode', s.id, 0, ${selectYear(season)}, ${still}, ${hidden}
        FROM json_each(?) CROSS JOIN all_titles s ON s.id = ${seriesId} WHERE true
        ON CONFLICT (id) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')},
          still = coalesce(excluded.still, all_titles.still)`,
    values: rows.map(({ id, series, episode: part, isDraft }) => [
      ...[id, part.nameFa, part.nameEn, part.season, part.number, part.synopsisFa, part.synopsisEn, now],
      ...[
        series,
        ...OWN_OR_INHERITED.map((column) => part[toCamelCase(column)]),
        part.pictures?.['still'],
        Number(isDraft),
      ],
    ]),
  };
}

function noteEpisodes(rows: readonly (EpisodeRow & { digest: string })[]): Statement {
  return upsertRows(
    {
      name: 'imported_titles',
      columns: ['external_id', 'title_id', 'digest'],
      rows: rows.map(({ id, episode: part, digest }) => [part.externalId, id, digest]),
    },
    'external_id',
    ['title_id', 'digest'],
  );
}
