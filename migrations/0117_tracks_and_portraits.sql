-- Sounds and subtitles of a published film as the desk changed them. `before` and `after`: JSON of all of them
-- (src/features/ingest/tracks.ts); the newest row of a folder of media is what its `master.m3u8` lists. `save`: of the
-- transaction. A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE track_changes (
  id INTEGER PRIMARY KEY,
  media TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  save TEXT NOT NULL UNIQUE,
  -- The change that this one takes back.
  undoes INTEGER UNIQUE,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  UNIQUE (media, rev)
);
CREATE INDEX track_changes_time ON track_changes (created_at);
CREATE TRIGGER track_changes_stay BEFORE UPDATE ON track_changes BEGIN SELECT RAISE(ABORT, 'track_changes is append-only'); END;
CREATE TRIGGER track_changes_last BEFORE DELETE ON track_changes BEGIN SELECT RAISE(ABORT, 'track_changes is append-only'); END;
-- Of subtitles: whom they are for, and whether the desk took them from the film, so that no later work on it has them.
ALTER TABLE uploads ADD COLUMN text_kind TEXT NOT NULL DEFAULT 'full' CHECK (text_kind IN ('full', 'deaf', 'forced'));
ALTER TABLE uploads ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
-- The focal point of a portrait, in percent from its left and its top, as that of a title's backdrop.
ALTER TABLE people ADD COLUMN focus_x INTEGER;
ALTER TABLE people ADD COLUMN focus_y INTEGER;
-- Portraits and focal points that the desk gave people, as `title_changes` has the fields of titles.
CREATE TABLE person_changes (
  id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('portrait', 'focus')),
  before TEXT,
  after TEXT,
  save TEXT NOT NULL UNIQUE,
  undoes INTEGER UNIQUE,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX person_changes_person ON person_changes (person_id, id);
CREATE TRIGGER person_changes_stay BEFORE UPDATE ON person_changes BEGIN SELECT RAISE(ABORT, 'person_changes is append-only'); END;
CREATE TRIGGER person_changes_last BEFORE DELETE ON person_changes BEGIN SELECT RAISE(ABORT, 'person_changes is append-only'); END;
