-- Squares of portraits join the parts that the desk cuts, and one save of a person may change the focal point with the
-- portrait. Both tables keep their rows. A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE picture_crops_new (
  key TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  ratio TEXT NOT NULL CHECK (ratio IN ('poster', 'wide', 'social', 'square')),
  x REAL NOT NULL CHECK (x >= 0 AND x < 1),
  y REAL NOT NULL CHECK (y >= 0 AND y < 1),
  width REAL NOT NULL CHECK (width > 0 AND x + width <= 1.0001),
  height REAL NOT NULL CHECK (height > 0 AND y + height <= 1.0001),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO picture_crops_new (key, source, ratio, x, y, width, height, created_at) SELECT key, source, ratio, x, y, width, height, created_at FROM picture_crops;
DROP TABLE picture_crops;
ALTER TABLE picture_crops_new RENAME TO picture_crops;
CREATE TRIGGER picture_crops_stay BEFORE UPDATE ON picture_crops BEGIN SELECT RAISE(ABORT, 'picture_crops is append-only'); END;
CREATE TRIGGER picture_crops_last BEFORE DELETE ON picture_crops BEGIN SELECT RAISE(ABORT, 'picture_crops is append-only'); END;
CREATE TABLE person_changes_new (
  id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('portrait', 'focus')),
  before TEXT,
  after TEXT,
  save TEXT NOT NULL,
  undoes INTEGER UNIQUE,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (save, field)
);
INSERT INTO person_changes_new (id, person_id, field, before, after, save, undoes, operator, created_at) SELECT id, person_id, field, before, after, save, undoes, operator, created_at FROM person_changes;
DROP TABLE person_changes;
ALTER TABLE person_changes_new RENAME TO person_changes;
CREATE INDEX person_changes_person ON person_changes (person_id, id);
CREATE TRIGGER person_changes_stay BEFORE UPDATE ON person_changes BEGIN SELECT RAISE(ABORT, 'person_changes is append-only'); END;
CREATE TRIGGER person_changes_last BEFORE DELETE ON person_changes BEGIN SELECT RAISE(ABORT, 'person_changes is append-only'); END;
