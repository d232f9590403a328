-- The front of the house is arranged in the desk. Slides and editorial lists are shown from `starts_at` until `ends_at`,
-- epoch seconds; null: always. A slide's own line is shown in place of its title's synopsis.
ALTER TABLE sliders ADD COLUMN line_fa TEXT;
ALTER TABLE sliders ADD COLUMN line_en TEXT;
ALTER TABLE sliders ADD COLUMN starts_at INTEGER;
ALTER TABLE sliders ADD COLUMN ends_at INTEGER;
-- A list that is not on home is on its own page alone.
ALTER TABLE lists ADD COLUMN is_home INTEGER NOT NULL DEFAULT 1;
ALTER TABLE lists ADD COLUMN starts_at INTEGER;
ALTER TABLE lists ADD COLUMN ends_at INTEGER;
-- Each save of a part of the front: `hero`, `lists` (which of them, and in what order) or `list:<key>`. `before` and
-- `after`: the whole part as JSON. `rev` counts the changes of a part: a save names the one that it read.
-- A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE front_changes (
  id INTEGER PRIMARY KEY,
  part TEXT NOT NULL,
  rev INTEGER NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  save TEXT NOT NULL UNIQUE,
  undoes INTEGER UNIQUE,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (part, rev)
);
CREATE TRIGGER front_changes_stay BEFORE UPDATE ON front_changes BEGIN SELECT RAISE(ABORT, 'front_changes is append-only'); END;
CREATE TRIGGER front_changes_last BEFORE DELETE ON front_changes BEGIN SELECT RAISE(ABORT, 'front_changes is append-only'); END;
-- Seconds at which something of the front begins or ends: all stored pages are rendered again then.
CREATE TABLE front_turns (at INTEGER PRIMARY KEY);
