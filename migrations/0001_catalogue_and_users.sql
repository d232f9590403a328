-- The tables of src/server/db/schema.ts. Times are epoch seconds; money is integer toman.

CREATE TABLE titles (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('movie', 'series', 'episode', 'video')),
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  name_latin TEXT NOT NULL,
  year INTEGER NOT NULL,
  minutes INTEGER NOT NULL,
  age INTEGER NOT NULL,
  rating REAL,
  views INTEGER NOT NULL,
  access TEXT NOT NULL CHECK (access IN ('free', 'subscription', 'download_only')),
  release TEXT NOT NULL CHECK (release IN ('released', 'presale', 'not_released')),
  release_date TEXT,
  synopsis_fa TEXT NOT NULL,
  synopsis_en TEXT NOT NULL,
  iranian INTEGER NOT NULL,
  art TEXT,
  backdrop TEXT,
  series_id INTEGER,
  season INTEGER,
  number INTEGER,
  media TEXT,
  updated_at INTEGER NOT NULL
);
CREATE INDEX titles_kind_newest ON titles (kind, year, id);
CREATE INDEX titles_kind_views ON titles (kind, views, id);
CREATE INDEX titles_kind_rating ON titles (kind, rating, id);
CREATE INDEX titles_episodes ON titles (series_id, season, number);
-- Lists of every kind never hold episodes; these serve them in their order without a sort.
CREATE INDEX titles_newest ON titles (year, id) WHERE kind <> 'episode';
CREATE INDEX titles_views ON titles (views, id) WHERE kind <> 'episode';
CREATE INDEX titles_rating ON titles (rating, id) WHERE kind <> 'episode';

CREATE TABLE genres (
  key TEXT PRIMARY KEY,
  label_fa TEXT NOT NULL,
  label_en TEXT NOT NULL,
  position INTEGER NOT NULL
) WITHOUT ROWID;

-- Kind and views are copied from titles, so that the popular titles of a genre are one range of an index.
CREATE TABLE title_genres (
  genre TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (title_id, genre)
) WITHOUT ROWID;
CREATE INDEX title_genres_popular ON title_genres (genre, kind, views, title_id);

CREATE TABLE title_countries (
  country TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (title_id, country)
) WITHOUT ROWID;
CREATE INDEX title_countries_country ON title_countries (country, title_id);

CREATE TABLE title_languages (
  language TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (title_id, language)
) WITHOUT ROWID;
CREATE INDEX title_languages_language ON title_languages (language, title_id);

CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  group_name TEXT CHECK (group_name IN ('iranian_actor', 'foreign_actor', 'director')),
  born INTEGER,
  art TEXT,
  -- The name by the Persian alphabet: code points put پ چ ژ ک گ ی after every other letter.
  sort_key TEXT NOT NULL
);
CREATE UNIQUE INDEX people_slug ON people (slug);
CREATE INDEX people_group ON people (group_name, sort_key, id);

CREATE TABLE credits (
  title_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  job TEXT NOT NULL,
  position INTEGER NOT NULL,
  role_fa TEXT,
  role_en TEXT,
  PRIMARY KEY (title_id, job, person_id)
) WITHOUT ROWID;
CREATE INDEX credits_person ON credits (person_id, job, title_id);

CREATE TABLE lists (
  key TEXT PRIMARY KEY,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  position INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE list_titles (
  list TEXT NOT NULL,
  position INTEGER NOT NULL,
  title_id INTEGER NOT NULL,
  PRIMARY KEY (list, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX list_titles_title ON list_titles (list, title_id);

CREATE TABLE sliders (
  position INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL
);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  persian_name TEXT NOT NULL,
  english_name TEXT NOT NULL,
  parent_id INTEGER,
  filter TEXT NOT NULL,
  position INTEGER NOT NULL
);

CREATE TABLE channels (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  synopsis_fa TEXT NOT NULL,
  synopsis_en TEXT NOT NULL,
  art TEXT
);

CREATE TABLE programmes (
  channel_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  start INTEGER NOT NULL,
  minutes INTEGER NOT NULL,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  PRIMARY KEY (channel_id, day, start)
) WITHOUT ROWID;

CREATE TABLE magazines (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  title_en TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('magazine', 'newspaper', 'studio')),
  synopsis_fa TEXT NOT NULL,
  synopsis_en TEXT NOT NULL,
  art TEXT
);

CREATE TABLE issues (
  magazine_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  date TEXT NOT NULL,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  art TEXT,
  PRIMARY KEY (magazine_id, number)
) WITHOUT ROWID;

CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  toman INTEGER NOT NULL,
  days INTEGER NOT NULL,
  description TEXT NOT NULL,
  description_en TEXT NOT NULL,
  discount_percent INTEGER,
  discount_price INTEGER,
  discount_day INTEGER
);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mobile TEXT NOT NULL UNIQUE,
  subscribed_until INTEGER NOT NULL,
  ref INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE login_codes (
  mobile TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL,
  tries_left INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE login_sends (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mobile TEXT NOT NULL,
  address TEXT NOT NULL,
  sent_at INTEGER NOT NULL
);
CREATE INDEX login_sends_mobile ON login_sends (mobile, sent_at);
CREATE INDEX login_sends_address ON login_sends (address, sent_at);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mobile TEXT NOT NULL,
  text TEXT NOT NULL,
  code TEXT NOT NULL,
  sent_at INTEGER NOT NULL
);
