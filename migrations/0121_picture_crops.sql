-- Parts of pictures that the desk cut for a ratio. `key` is the picture that is cut, and stands where that of `source`, the
-- whole one, would (all_titles.art, backdrop, …). Numbers are fractions of the whole picture, upright, from its left and its
-- top. What a key was cut from never changes. A trigger stands on one line, for migrations are split at semicolons that
-- end a line.
CREATE TABLE picture_crops (
  key TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  ratio TEXT NOT NULL CHECK (ratio IN ('poster', 'wide', 'social')),
  x REAL NOT NULL CHECK (x >= 0 AND x < 1),
  y REAL NOT NULL CHECK (y >= 0 AND y < 1),
  width REAL NOT NULL CHECK (width > 0 AND x + width <= 1.0001),
  height REAL NOT NULL CHECK (height > 0 AND y + height <= 1.0001),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER picture_crops_stay BEFORE UPDATE ON picture_crops BEGIN SELECT RAISE(ABORT, 'picture_crops is append-only'); END;
CREATE TRIGGER picture_crops_last BEFORE DELETE ON picture_crops BEGIN SELECT RAISE(ABORT, 'picture_crops is append-only'); END;
-- The picture beside a link to a title, cut from its backdrop, or from its poster where it has none. It counts while its
-- `source` is that picture.
CREATE TABLE social_pictures (
  title_id INTEGER PRIMARY KEY,
  picture TEXT NOT NULL
);
