-- A change of an account's mobile number, with its proofs: codes that were sent to both numbers and read to the staff.
CREATE TABLE mobile_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL,
  old_mobile TEXT NOT NULL,
  new_mobile TEXT NOT NULL,
  reason TEXT NOT NULL,
  operator TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  new_proved_at INTEGER,
  old_proved_at INTEGER,
  -- Null while it may be made.
  ended_at INTEGER,
  done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))
);
CREATE UNIQUE INDEX mobile_changes_open ON mobile_changes (user_id) WHERE ended_at IS NULL;
CREATE INDEX mobile_changes_user ON mobile_changes (user_id, id);
CREATE INDEX mobile_changes_undone ON mobile_changes (started_at) WHERE done = 0;
