import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CHART_KINDS, CHART_PERIODS } from '../../../platform/kinds.ts';
import { toTableColumns } from '../../../platform/db/table-columns.ts';
import { titleColumns } from '../title-columns.ts';

/** Tables for Drizzle's types; migrations/ creates them. Times are epoch seconds, money is integer toman. */

const { release: storedRelease, ...columns } = toTableColumns(titleColumns);

/** One id space for all kinds. A view without hidden titles (migration 0050); release.ts has the state. */
export const titles = sqliteTable(
  'titles',
  {
    ...columns,
    id: integer('id').primaryKey(),
    storedRelease,
  },
  (t) => [
    index('titles_kind_newest').on(t.kind, t.year, t.id),
    index('titles_kind_views').on(t.kind, t.views, t.id),
    index('titles_kind_rating').on(t.kind, t.rating, t.id),
    index('titles_sitemap').on(t.kind, sql`id / 5000`, t.updatedAt),
    index('titles_episodes').on(t.seriesId, t.season, t.number),
    index('titles_newest')
      .on(t.year, t.id)
      .where(sql`kind <> 'episode'`),
    index('titles_views')
      .on(t.views, t.id)
      .where(sql`kind <> 'episode'`),
    index('titles_rating')
      .on(t.rating, t.id)
      .where(sql`kind <> 'episode'`),
  ],
);

export const genres = sqliteTable('genres', {
  key: text('key').primaryKey(),
  labelFa: text('label_fa').notNull(),
  labelEn: text('label_en').notNull(),
  position: integer('position').notNull(),
  art: text('art'),
});

export const titleStills = sqliteTable(
  'title_stills',
  {
    titleId: integer('title_id').notNull(),
    position: integer('position').notNull(),
    picture: text('picture').notNull(),
  },
  (t) => [primaryKey({ columns: [t.titleId, t.position] })],
);

export const seasons = sqliteTable(
  'seasons',
  {
    seriesId: integer('series_id').notNull(),
    number: integer('number').notNull(),
    nameFa: text('name_fa'),
    nameEn: text('name_en'),
    year: integer('year'),
  },
  (t) => [primaryKey({ columns: [t.seriesId, t.number] })],
);

/** Of a published folder of media: JSON lists of languages, and pixels. */
export const mediaFacts = sqliteTable('media_facts', {
  media: text('media').primaryKey(),
  sounds: text('sounds').notNull(),
  subtitles: text('subtitles').notNull(),
  height: integer('height').notNull(),
});

/** Triggers copy kind and views from titles, so that the popular titles of a genre are one index range. */
export const titleGenres = sqliteTable(
  'title_genres',
  {
    genre: text('genre').notNull(),
    titleId: integer('title_id').notNull(),
    kind: text('kind').notNull(),
    views: integer('views').notNull(),
    year: integer('year').notNull(),
    rating: real('rating'),
  },
  (t) => [
    primaryKey({ columns: [t.titleId, t.genre] }),
    index('title_genres_popular').on(t.genre, t.kind, t.views, t.titleId),
  ],
);

/** Genres, countries and languages of titles (`drama`, `country:TR`, `language:fa`) in every order of a list; kept by triggers. */
export const titleFacets = sqliteTable(
  'title_facets',
  {
    titleId: integer('title_id').notNull(),
    facet: text('facet').notNull(),
    kind: text('kind').notNull(),
    age: integer('age').notNull(),
    year: integer('year').notNull(),
    views: integer('views').notNull(),
    rating: real('rating'),
  },
  (t) => [
    primaryKey({ columns: [t.titleId, t.facet] }),
    index('title_facets_newest').on(t.facet, t.year, t.titleId, t.kind, t.age),
    index('title_facets_views').on(t.facet, t.views, t.titleId, t.kind, t.age),
    index('title_facets_rating').on(t.facet, t.rating, t.titleId, t.kind, t.age),
  ],
);

export const titleCountries = sqliteTable(
  'title_countries',
  {
    country: text('country').notNull(),
    titleId: integer('title_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.titleId, t.country] }), index('title_countries_country').on(t.country, t.titleId)],
);

export const titleLanguages = sqliteTable(
  'title_languages',
  {
    language: text('language').notNull(),
    titleId: integer('title_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.titleId, t.language] }),
    index('title_languages_language').on(t.language, t.titleId),
  ],
);

export const people = sqliteTable(
  'people',
  {
    id: integer('id').primaryKey(),
    slug: text('slug').notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    /** Null for those who neither act nor direct. */
    group: text('group_name', { enum: ['iranian_actor', 'foreign_actor', 'director'] }),
    born: integer('born'),
    art: text('art'),
    focusX: integer('focus_x'),
    focusY: integer('focus_y'),
    sortKey: text('sort_key').notNull(), // Collates by the Persian alphabet
    /** The English name without accents; null stands for the plain name. */
    latinKey: text('latin_key'),
  },
  (t) => [
    uniqueIndex('people_slug').on(t.slug),
    index('people_group').on(t.group, t.sortKey, t.id),
    index('people_group_latin').on(t.group, sql`coalesce(latin_key, lower(name_en))`, t.id),
  ],
);

export const credits = sqliteTable(
  'credits',
  {
    titleId: integer('title_id').notNull(),
    personId: integer('person_id').notNull(),
    job: text('job').notNull(),
    position: integer('position').notNull(),
    roleFa: text('role_fa'),
    roleEn: text('role_en'),
  },
  (t) => [
    primaryKey({ columns: [t.titleId, t.job, t.personId] }),
    index('credits_person').on(t.personId, t.job, t.titleId),
  ],
);

export const lists = sqliteTable('lists', {
  key: text('key').primaryKey(),
  nameFa: text('name_fa').notNull(),
  nameEn: text('name_en').notNull(),
  position: integer('position').notNull(),
  layout: text('layout').notNull().default('posters'),
  lineFa: text('line_fa'),
  lineEn: text('line_en'),
  chart: text('chart', { enum: CHART_KINDS }),
  period: text('period', { enum: CHART_PERIODS }),
  isHome: integer('is_home').notNull().default(1),
  startsAt: integer('starts_at'), // Epoch seconds; null: always
  endsAt: integer('ends_at'),
});

/** Rules are resolved when the catalogue is loaded. */
export const listTitles = sqliteTable(
  'list_titles',
  { list: text('list').notNull(), position: integer('position').notNull(), titleId: integer('title_id').notNull() },
  (t) => [primaryKey({ columns: [t.list, t.position] }), uniqueIndex('list_titles_title').on(t.list, t.titleId)],
);

export const categories = sqliteTable('categories', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  persianName: text('persian_name').notNull(),
  englishName: text('english_name').notNull(),
  parentId: integer('parent_id'),
  filter: text('filter').notNull(), // JSON: genres, countries, kinds
  position: integer('position').notNull(),
});
