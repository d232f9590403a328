import { titleColumns, type TitleColumn } from '../../src/features/titles/title-columns.ts';
import { toPersianDigits } from '../../src/platform/text/digits.ts';
import { isIranian } from './iranian.ts';
import type { ArtKey } from './rows.ts';
import type { Catalogue, Title } from './schema.ts';
import type { Table } from './table.ts';
import { assignClips, type Clips } from './clips.ts';
import { listTitleStills, nameEpisodeStill } from './stills.ts';
import { computeViews } from './views.ts';

const COLUMNS = Object.keys(titleColumns) as TitleColumn[];
type TitleRow = Partial<Record<TitleColumn, Table['rows'][number][number]>>;

/** Date of the demo catalogue, for `updated_at`. Epoch seconds. */
const WRITTEN_AT = Date.UTC(2026, 10, 1) / 1000;
/** Place of the event in a drawn backdrop: percent from its left and top. */
const FOCUS = { focus_x: 33, focus_y: 46 };

/** Titles with their episodes, and what joins them to genres, countries, languages and people. */
export function titleTables(catalogue: Catalogue, people: Map<string, number>, art: ArtKey): Table[] {
  const { titles } = catalogue;
  const clips = assignClips(catalogue);
  return [
    {
      name: 'all_titles',
      columns: COLUMNS,
      rows: titles
        .flatMap((title) => [titleRow(title, art, clips), ...episodeRows(title, art, clips)])
        .map((row) => COLUMNS.map((column) => row[column])),
    },
    {
      name: 'title_genres',
      columns: ['genre', 'title_id', 'kind', 'views', 'year', 'rating'],
      rows: titles.flatMap((title) =>
        title.genres.map((genre) => [genre, title.id, title.kind, computeViews(title), title.year, title.rating]),
      ),
    },
    {
      name: 'title_stills',
      columns: ['title_id', 'position', 'picture'],
      rows: titles.flatMap((title) =>
        listTitleStills(title).flatMap((name, at) => {
          const picture = art(name);
          return picture === null ? [] : [[title.id, at + 1, picture]];
        }),
      ),
    },
    {
      name: 'seasons',
      columns: ['series_id', 'number', 'name_fa', 'name_en', 'year'],
      rows: titles.flatMap(({ id, seasons = [] }) =>
        seasons.map(({ number, name_fa, name_en, year }) => [id, number, name_fa, name_en, year]),
      ),
    },
    {
      name: 'title_countries',
      columns: ['country', 'title_id', 'position'],
      rows: titles.flatMap(({ id, countries }) => countries.map((country, at) => [country, id, at])),
    },
    {
      name: 'title_languages',
      columns: ['language', 'title_id', 'position'],
      rows: titles.flatMap(({ id, languages }) => languages.map((language, at) => [language, id, at])),
    },
    {
      name: 'credits',
      columns: ['title_id', 'person_id', 'job', 'position', 'role_fa', 'role_en'],
      rows: titles.flatMap((title) => creditRows(title, people)),
    },
  ];
}

function titleRow(title: Title, art: ArtKey, clips: Clips): TitleRow {
  const { id, kind } = title;
  return {
    ...title,
    views: computeViews(title),
    iranian: Number(isIranian(title)),
    ...pictures(id, art),
    logo_fa: art(`wordmark-${String(id)}-fa`),
    logo_en: art(`wordmark-${String(id)}-en`),
    media: kind === 'series' ? null : clips.film(title, id),
    trailer: kind === 'video' ? null : clips.trailer(title),
    updated_at: WRITTEN_AT,
  };
}

function pictures(id: number, art: ArtKey): TitleRow {
  const backdrop = art(`backdrop-${String(id)}`);
  const poster = `poster-${String(id)}`;
  return { art: art(poster), art_en: art(`${poster}-en`), backdrop, ...(backdrop === null ? {} : FOCUS) };
}

/** An episode is sold and drawn as its series is; without a synopsis of its own the page shows the series'. */
function episodeRows(series: Title, art: ArtKey, clips: Clips): TitleRow[] {
  const { id: seriesId, name_latin, age, access, release, release_date } = series;
  const shared = { name_latin, age, access, release, release_date, iranian: Number(isIranian(series)) };
  return (series.seasons ?? []).flatMap(({ number: season, year, episodes }) =>
    episodes.map(({ id, number, name_fa, name_en, minutes, ...own }, index) => ({
      ...shared,
      ...pictures(seriesId, art),
      ...{ id, kind: 'episode', year, minutes, series_id: seriesId, season, number },
      name_fa: name_fa ?? `قسمت ${toPersianDigits(number)}`,
      name_en: name_en ?? `Episode ${String(number)}`,
      synopsis_fa: own.synopsis_fa ?? '',
      synopsis_en: own.synopsis_en ?? '',
      release_date: own.release_date ?? release_date,
      still: art(nameEpisodeStill(id)),
      views: Math.round(computeViews(series) / (index + 2)),
      media: clips.film(series, id),
      updated_at: WRITTEN_AT,
    })),
  );
}

/** Cast first, then crew, in the file's order. A person named twice for one job is credited once. */
function creditRows(title: Title, people: Map<string, number>): Table['rows'] {
  const entries = [
    ...title.cast.map((member) => ({ ...member, job: 'actor' })),
    ...title.crew.map((member) => ({ ...member, role_fa: undefined, role_en: undefined })),
  ];
  const seen = new Set<string>();
  return entries.flatMap(({ person, job, role_fa, role_en }, at) => {
    const key = `${job}/${person}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [[title.id, people.get(person), job, at, role_fa, role_en]];
  });
}
