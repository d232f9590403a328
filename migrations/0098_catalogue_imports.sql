-- Imports of the desk: who loads which file, and what came of its rows so far. `parts` rows are sent in; a part is counted
-- in the transaction that writes it, so that an import whose page was closed continues behind the last one.
CREATE TABLE catalogue_imports (
  id INTEGER PRIMARY KEY,
  -- A digest of the file and of how its columns are read.
  key TEXT NOT NULL,
  operator TEXT NOT NULL,
  file TEXT NOT NULL,
  rows INTEGER NOT NULL,
  parts INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  remarked INTEGER NOT NULL DEFAULT 0,
  not_taken INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  written_at INTEGER NOT NULL,
  ended_at INTEGER
);
-- One of a file is open for each member.
CREATE UNIQUE INDEX catalogue_imports_open ON catalogue_imports (operator, key) WHERE ended_at IS NULL;
