-- A seal covers consecutive rows of `compensations` and is chained to the one before it by its hash, as the ledger's are.
CREATE TABLE day_seals (
  id INTEGER PRIMARY KEY,
  first_id INTEGER NOT NULL UNIQUE,
  last_id INTEGER NOT NULL UNIQUE CHECK (last_id >= first_id),
  hash TEXT NOT NULL,
  sealed_at INTEGER NOT NULL
);
CREATE TRIGGER day_seals_in_order BEFORE INSERT ON day_seals WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM day_seals) OR NEW.first_id <= (SELECT coalesce(max(last_id), 0) FROM day_seals) BEGIN SELECT RAISE(ABORT, 'seal_out_of_order'); END;
CREATE TRIGGER day_seals_no_update BEFORE UPDATE ON day_seals BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;
CREATE TRIGGER day_seals_no_delete BEFORE DELETE ON day_seals BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;
CREATE INDEX compensations_created ON compensations (created_at);
CREATE INDEX compensations_undone ON compensations (undone_at) WHERE undone_at IS NOT NULL;

-- Streams of films whose media this site could not give: how often, and when first and last. For three days.
CREATE TABLE stream_failures (
  stream TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX stream_failures_first ON stream_failures (first_at);
CREATE INDEX stream_failures_user ON stream_failures (user_id);
