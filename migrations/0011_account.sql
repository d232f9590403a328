-- Account pages: the visitor's own lists, settings, devices, and accounts that were cancelled. Times are epoch seconds.

-- `cancelled_at` null: a living account. From `erase_at` on, the cron takes away what says whose it was.
ALTER TABLE users ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN cancelled_at INTEGER;
ALTER TABLE users ADD COLUMN erase_at INTEGER;
CREATE INDEX users_erase_at ON users (erase_at) WHERE erase_at IS NOT NULL;

-- The device of a session by what its browser says of itself, such as Chrome and Android; '' where it says nothing.
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN system TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_user ON sessions (user_id, expires_at);

-- How a user likes to watch; no row: the defaults of src/domain/preferences.ts.
CREATE TABLE user_settings (
  user_id INTEGER PRIMARY KEY,
  autoplay INTEGER NOT NULL CHECK (autoplay IN (0, 1)),
  data_saver INTEGER NOT NULL CHECK (data_saver IN (0, 1)),
  subtitle_size TEXT NOT NULL,
  subtitle_colour TEXT NOT NULL,
  subtitle_background TEXT NOT NULL
);

CREATE TABLE user_lists (
  user_id INTEGER NOT NULL,
  list TEXT NOT NULL CHECK (list IN ('later', 'watching', 'watched')),
  title_id INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, list, title_id)
) WITHOUT ROWID;
CREATE INDEX user_lists_newest ON user_lists (user_id, list, added_at, title_id);
