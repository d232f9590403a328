import { titleColumns, type TitleColumn } from '../../src/features/titles/title-columns.ts';
import { toPersianDigits } from './persian-digits.ts';
import { isIranian } from './iranian.ts';
import type { ArtKey } from './rows.ts';
import type { Catalogue, Title } from './schema.ts';
import type { Table } from './table.ts';
import { computeViews } from './views.ts';

const COLUMNS = Object.keys(titleColumns) as TitleColumn[];
type TitleRow = Partial<Record<TitleColumn, Table['rows'][number][number]>>;

/** Date of the demo catalogue, for `updated_at`. Epoch seconds. */
const WRITTEN_AT = Date.UTC(2026, 10, 1) / 1000;
/** The demo clips of seed/media, which take turns. */
const CLIPS = ['clip-1', 'clip-2'] as const;

/** Titles with their episodes, and what joins them to genres, countries, languages and people. */
export function titleTables({ titles }: Catalogue, people: Map<string, number>, art: ArtKey): Table[] {
  return [
    {
      name: 'all_titles',
      columns: COLUMNS,
      rows: titles
        .flatMap((title) => [titleRow(title, art), ...episodeRows(title, art)])
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

function titleRow(title: Title, art: ArtKey): TitleRow {
  const { id, kind, release } = title;
  return {
    ...title,
    views: computeViews(title),
    iranian: Number(isIranian(title)),
    art: art(`poster-${String(id)}`),
    backdrop: art(`backdrop-${String(id)}`),
    media: kind === 'series' ? null : chooseMedia(id, release),
    updated_at: WRITTEN_AT,
  };
}

/** An episode is sold, released and drawn as its series is; its own synopsis is empty, the page shows the series'. */
function episodeRows(series: Title, art: ArtKey): TitleRow[] {
  const { id: seriesId, name_latin, age, access, release, release_date } = series;
  const shared = { name_latin, age, access, release, release_date, iranian: Number(isIranian(series)) };
  const pictures = { art: art(`poster-${String(seriesId)}`), backdrop: art(`backdrop-${String(seriesId)}`) };
  return (series.seasons ?? []).flatMap(({ number: season, year, episodes }) =>
    episodes.map(({ id, number, name_fa, name_en, minutes }, index) => ({
      ...shared,
      ...pictures,
      ...{ id, kind: 'episode', year, minutes, series_id: seriesId, season, number },
      name_fa: name_fa ?? `قسمت ${toPersianDigits(number)}`,
      name_en: name_en ?? `Episode ${String(number)}`,
      synopsis_fa: '',
      synopsis_en: '',
      views: Math.round(computeViews(series) / (index + 2)),
      media: chooseMedia(id, release),
      updated_at: WRITTEN_AT,
    })),
  );
}

/** The demo clip that a title plays; null for what is not out. */
export function chooseMedia(id: number, release: Title['release']): string | null {
  return release === 'released' ? (CLIPS[id % CLIPS.length] ?? null) : null;
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
