import { toPersianDigits } from './persian-digits.ts';
import { isIranian } from './iranian.ts';
import type { ArtKey } from './rows.ts';
import type { Catalogue, Title } from './schema.ts';
import type { Table } from './table.ts';
import { computeViews } from './views.ts';

const COLUMNS = [
  ...[
    'id',
    'kind',
    'name_fa',
    'name_en',
    'name_latin',
    'year',
    'minutes',
    'age',
    'rating',
    'views',
    'access',
    'release',
  ],
  ...['release_date', 'synopsis_fa', 'synopsis_en', 'iranian', 'art', 'backdrop', 'series_id', 'season', 'number'],
  ...['media', 'updated_at'],
];

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
      rows: titles.flatMap((title) => [titleRow(title, art), ...episodeRows(title, art)]),
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

function titleRow(title: Title, art: ArtKey): Table['rows'][number] {
  const { id, kind, name_fa, name_en, name_latin, year, minutes, age, rating, access, release, release_date } = title;
  return [
    ...[id, kind, name_fa, name_en, name_latin, year, minutes, age, rating, computeViews(title), access, release],
    ...[release_date, title.synopsis_fa, title.synopsis_en, Number(isIranian(title))],
    ...[art(`poster-${String(id)}`), art(`backdrop-${String(id)}`), null, null, null],
    kind === 'series' ? null : chooseMedia(id, release),
    WRITTEN_AT,
  ];
}

/** An episode is sold, released and drawn as its series is; its own synopsis is empty, the page shows the series'. */
function episodeRows(series: Title, art: ArtKey): Table['rows'] {
  const { id: seriesId, age, access, release, release_date } = series;
  const poster = art(`poster-${String(seriesId)}`);
  const backdrop = art(`backdrop-${String(seriesId)}`);
  return (series.seasons ?? []).flatMap(({ number: season, year, episodes }) =>
    episodes.map(({ id, number, name_fa, name_en, minutes }, index) => {
      const nameFa = name_fa ?? `قسمت ${toPersianDigits(number)}`;
      const nameEn = name_en ?? `Episode ${String(number)}`;
      const views = Math.round(computeViews(series) / (index + 2));
      return [
        ...[id, 'episode', nameFa, nameEn, series.name_latin, year, minutes, age, null, views, access, release],
        ...[release_date, '', '', Number(isIranian(series)), poster, backdrop, seriesId, season, number],
        ...[chooseMedia(id, release), WRITTEN_AT],
      ];
    }),
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
