-- Titles are edited in the desk. rev counts the changes of a title, whoever made them: an edit names the one it read. A
-- trigger stands on one line, for migrations are split at semicolons that end a line.
ALTER TABLE all_titles ADD COLUMN rev INTEGER NOT NULL DEFAULT 0;
-- What was changed in the desk, field by field, as texts; lists are keys by commas. `save`: changes that were made together.
-- `undoes`: the change that this one takes back. Not for `titles`: a title that a seed removes comes back as it was edited.
CREATE TABLE title_changes (
  id INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  field TEXT NOT NULL,
  before TEXT,
  after TEXT,
  save TEXT NOT NULL,
  undoes INTEGER UNIQUE,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  UNIQUE (title_id, rev, field)
);
CREATE INDEX title_changes_field ON title_changes (title_id, field, id);
CREATE INDEX title_changes_save ON title_changes (save);
CREATE TRIGGER title_changes_stay BEFORE UPDATE ON title_changes BEGIN SELECT RAISE(ABORT, 'title_changes is append-only'); END;
CREATE TRIGGER title_changes_last BEFORE DELETE ON title_changes BEGIN SELECT RAISE(ABORT, 'title_changes is append-only'); END;
-- Import and ingest set updated_at with what they write.
CREATE TRIGGER titles_rev AFTER UPDATE OF updated_at ON all_titles WHEN new.rev = old.rev BEGIN UPDATE all_titles SET rev = rev + 1 WHERE id = new.id; END;
-- A title that comes back, as by a seed, is a later one than every change, and hidden where the desk hides it.
CREATE TRIGGER titles_rev_again AFTER INSERT ON all_titles WHEN EXISTS (SELECT 1 FROM title_changes WHERE title_id = new.id) BEGIN UPDATE all_titles SET rev = (SELECT max(rev) + 1 FROM title_changes WHERE title_id = new.id), hidden = hidden | EXISTS (SELECT 1 FROM title_changes h WHERE h.title_id = new.id AND h.field = 'hidden' AND h.after = '1' AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = h.id)) WHERE id = new.id; END;
