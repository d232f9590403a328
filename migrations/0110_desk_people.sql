-- People whom the desk made, once for each key: a row of `people` has an id from 200,000,000 on, as titles of the desk.
CREATE TABLE desk_people (
  key TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL UNIQUE,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
-- Two rows of `people` that were one person. `old_id` left `people`, and `person_id` has the credits now, also after a
-- later merge. `person`: the row that left, with `views` of its search document. `credits`: lists of title, job, position,
-- roles, and whether `person_id` had that credit already. `followers`: earlier merges into `old_id`.
-- A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE person_merges (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  old_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  person TEXT NOT NULL,
  credits TEXT NOT NULL,
  followers TEXT NOT NULL,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  undone_at INTEGER,
  undone_by TEXT,
  run TEXT,
  CHECK (old_id <> person_id)
);
CREATE UNIQUE INDEX person_merges_open ON person_merges (old_id) WHERE undone_at IS NULL;
CREATE INDEX person_merges_person ON person_merges (person_id) WHERE undone_at IS NULL;
CREATE INDEX person_merges_run ON person_merges (run) WHERE run IS NOT NULL;
CREATE TRIGGER person_merges_terms BEFORE UPDATE OF id, key, old_id, person, credits, followers, operator, reason, created_at ON person_merges BEGIN SELECT RAISE(ABORT, 'person_merges is append-only'); END;
CREATE TRIGGER person_merges_over BEFORE UPDATE ON person_merges WHEN old.undone_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'person_merges is append-only'); END;
CREATE TRIGGER person_merges_last BEFORE DELETE ON person_merges BEGIN SELECT RAISE(ABORT, 'person_merges is append-only'); END;
