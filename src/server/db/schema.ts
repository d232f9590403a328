import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MARKER_KINDS } from '../../domain/markers.ts';

/** The tables of migrations/, for Drizzle's types. Times are epoch seconds; money is integer toman. */

/** Films, series, episodes and videos share one id space, so that an id alone names a title. */
export const titles = sqliteTable(
  'titles',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: ['movie', 'series', 'episode', 'video'] }).notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    nameLatin: text('name_latin').notNull(),
    year: integer('year').notNull(),
    minutes: integer('minutes').notNull(),
    age: integer('age').notNull(),
    rating: real('rating'),
    views: integer('views').notNull(),
    access: text('access', { enum: ['free', 'subscription', 'download_only'] }).notNull(),
    release: text('release', { enum: ['released', 'presale', 'not_released'] }).notNull(),
    releaseDate: text('release_date'),
    synopsisFa: text('synopsis_fa').notNull(),
    synopsisEn: text('synopsis_en').notNull(),
    iranian: integer('iranian', { mode: 'boolean' }).notNull(),
    /** Keys of the masters in R2 (`<name>-<content hash>`); null draws a fallback. */
    art: text('art'),
    backdrop: text('backdrop'),
    /** For an episode. */
    seriesId: integer('series_id'),
    season: integer('season'),
    number: integer('number'),
    /** The folder of its manifest in R2; null where there is nothing to play. */
    media: text('media'),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('titles_kind_newest').on(t.kind, t.year, t.id),
    index('titles_kind_views').on(t.kind, t.views, t.id),
    index('titles_kind_rating').on(t.kind, t.rating, t.id),
    index('titles_sitemap').on(t.kind, t.updatedAt),
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
});

/**
 * All but the key is copied from titles, and kept the same by a trigger, so that a genre's titles in any order are one
 * range of an index.
 */
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
    index('title_genres_newest').on(t.genre, t.year, t.titleId, t.kind),
    index('title_genres_views').on(t.genre, t.views, t.titleId, t.kind),
    index('title_genres_rating').on(t.genre, t.rating, t.titleId, t.kind),
  ],
);

/** How many titles a kind has (genre '') and a kind in a genre; kept by triggers. */
export const titleCounts = sqliteTable(
  'title_counts',
  { genre: text('genre').notNull(), kind: text('kind').notNull(), total: integer('total').notNull() },
  (t) => [primaryKey({ columns: [t.genre, t.kind] })],
);

/** How many people a casts page has; kept by triggers. */
export const peopleCounts = sqliteTable('people_counts', {
  group: text('group_name').primaryKey(),
  total: integer('total').notNull(),
});

/** Which title an operator's id names, and a digest of the row that it was made from (scripts/import). */
export const importedTitles = sqliteTable('imported_titles', {
  externalId: text('external_id').primaryKey(),
  titleId: integer('title_id').notNull(),
  digest: text('digest').notNull(),
});

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
    /** The casts page that lists the person; null for those who neither act nor direct. */
    group: text('group_name', { enum: ['iranian_actor', 'foreign_actor', 'director'] }),
    born: integer('born'),
    art: text('art'),
    /** The name by the Persian alphabet, for sorting. */
    sortKey: text('sort_key').notNull(),
    /** The English name without accents, for sorting; null stands for the plain name. */
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
});

/** A list's titles in their order; rules are resolved when the catalogue is loaded. */
export const listTitles = sqliteTable(
  'list_titles',
  { list: text('list').notNull(), position: integer('position').notNull(), titleId: integer('title_id').notNull() },
  (t) => [primaryKey({ columns: [t.list, t.position] }), uniqueIndex('list_titles_title').on(t.list, t.titleId)],
);

/** The hero slides; filtered ones join titles. */
/** What a video holds, by the folder of its media. Times are seconds from its beginning. */
export const chapters = sqliteTable(
  'chapters',
  {
    media: text('media').notNull(),
    starts: integer('starts').notNull(),
    ends: integer('ends').notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
  },
  (t) => [primaryKey({ columns: [t.media, t.starts] })],
);

/** What of a video can be passed over, by the folder of its media. Times are seconds from its beginning. */
export const markers = sqliteTable(
  'markers',
  {
    media: text('media').notNull(),
    kind: text('kind', { enum: MARKER_KINDS }).notNull(),
    starts: integer('starts').notNull(),
    ends: integer('ends').notNull(),
  },
  (t) => [primaryKey({ columns: [t.media, t.kind] })],
);

export const sliders = sqliteTable('sliders', {
  position: integer('position').primaryKey(),
  titleId: integer('title_id').notNull(),
});

export const categories = sqliteTable('categories', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  persianName: text('persian_name').notNull(),
  englishName: text('english_name').notNull(),
  parentId: integer('parent_id'),
  /** The filter it stands for, as JSON: genres, countries, kinds. */
  filter: text('filter').notNull(),
  position: integer('position').notNull(),
});

export const channels = sqliteTable('channels', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  nameFa: text('name_fa').notNull(),
  nameEn: text('name_en').notNull(),
  synopsisFa: text('synopsis_fa').notNull(),
  synopsisEn: text('synopsis_en').notNull(),
  art: text('art'),
  /** Where its stream comes from; null: played out here from its programmes. */
  streamUrl: text('stream_url'),
  access: text('access', { enum: ['free', 'subscription'] }).notNull(),
});

/** A weekly programme: day 0 is Saturday, start and length are minutes of Tehran time. */
export const programmes = sqliteTable(
  'programmes',
  {
    channelId: integer('channel_id').notNull(),
    day: integer('day').notNull(),
    start: integer('start').notNull(),
    minutes: integer('minutes').notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    /** What it plays: the media of a title, else a folder of its own. */
    titleId: integer('title_id'),
    media: text('media'),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.day, t.start] })],
);

export const magazines = sqliteTable('magazines', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  titleEn: text('title_en').notNull(),
  kind: text('kind', { enum: ['magazine', 'newspaper', 'studio'] }).notNull(),
  synopsisFa: text('synopsis_fa').notNull(),
  synopsisEn: text('synopsis_en').notNull(),
  art: text('art'),
});

export const issues = sqliteTable(
  'issues',
  {
    magazineId: integer('magazine_id').notNull(),
    number: integer('number').notNull(),
    date: text('date').notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    art: text('art'),
  },
  (t) => [primaryKey({ columns: [t.magazineId, t.number] })],
);

export const plans = sqliteTable('plans', {
  id: integer('id').primaryKey(),
  nameFa: text('name_fa').notNull(),
  nameEn: text('name_en').notNull(),
  toman: integer('toman').notNull(),
  days: integer('days').notNull(),
  description: text('description').notNull(),
  descriptionEn: text('description_en').notNull(),
  discountPercent: integer('discount_percent'),
  discountPrice: integer('discount_price'),
  discountDay: integer('discount_day'),
});

/** One row a setting of the site that is data rather than configuration: `app_details` as JSON. */
export const settings = sqliteTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() });

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mobile: text('mobile').notNull().unique(),
  /** Epoch seconds; 0 for never subscribed. */
  subscribedUntil: integer('subscribed_until').notNull(),
  ref: integer('ref').notNull(),
  createdAt: integer('created_at').notNull(),
  name: text('name').notNull().default(''),
  /** Null: a living account. */
  cancelledAt: integer('cancelled_at'),
  eraseAt: integer('erase_at'),
});

/** Tokens are stored as SHA-256 only. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** As the browser names itself and its system; '' where it does not. */
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
  },
  (t) => [index('sessions_user').on(t.userId, t.expiresAt)],
);

/** The one code a mobile may use now. `triesLeft` is taken before a guess is compared. */
export const loginCodes = sqliteTable('login_codes', {
  mobile: text('mobile').primaryKey(),
  codeHash: text('code_hash').notNull(),
  triesLeft: integer('tries_left').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** What was sent, for the limits; addresses are hashed. */
export const loginSends = sqliteTable(
  'login_sends',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    mobile: text('mobile').notNull(),
    address: text('address').notNull(),
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [index('login_sends_mobile').on(t.mobile, t.sentAt), index('login_sends_address').on(t.address, t.sentAt)],
);

/** SMS that the `outbox` provider keeps instead of sending. */
export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mobile: text('mobile').notNull(),
  text: text('text').notNull(),
  code: text('code').notNull(),
  sentAt: integer('sent_at').notNull(),
});
