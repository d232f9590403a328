-- Seals of the ledger (decision 111). A seal covers consecutive entries and is chained to the seal before it by its hash.
-- Bodies of triggers stay on one line: a line that ends with a semicolon ends a statement.
CREATE TABLE ledger_seals (
  id INTEGER PRIMARY KEY,
  -- UTC, never before the day of an earlier seal.
  day TEXT NOT NULL,
  first_id INTEGER NOT NULL UNIQUE,
  last_id INTEGER NOT NULL UNIQUE CHECK (last_id >= first_id),
  -- 11 characters for each entry, in the order of ids.
  marks TEXT NOT NULL CHECK (length(marks) = 11 * (last_id - first_id + 1)),
  hash TEXT NOT NULL,
  sealed_at INTEGER NOT NULL
);
CREATE INDEX ledger_seals_day ON ledger_seals (day);
CREATE TRIGGER ledger_seals_in_order BEFORE INSERT ON ledger_seals WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM ledger_seals) OR NEW.first_id <= (SELECT coalesce(max(last_id), 0) FROM ledger_seals) BEGIN SELECT RAISE(ABORT, 'seal_out_of_order'); END;
CREATE TRIGGER ledger_seals_no_update BEFORE UPDATE ON ledger_seals BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;
CREATE TRIGGER ledger_seals_no_delete BEFORE DELETE ON ledger_seals BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;

-- The balance of an account at the end of each seal in which it moved.
CREATE TABLE ledger_closings (
  account TEXT NOT NULL,
  seal INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  PRIMARY KEY (account, seal)
) WITHOUT ROWID;
CREATE TRIGGER ledger_closings_no_update BEFORE UPDATE ON ledger_closings BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;
CREATE TRIGGER ledger_closings_no_delete BEFORE DELETE ON ledger_closings BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;

-- The settled payments of a day.
CREATE INDEX payments_settled ON payments (settled_at) WHERE settled_at IS NOT NULL;

-- Where the verification of the whole ledger continues; one row.
CREATE TABLE ledger_walk (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cursor TEXT NOT NULL
);
