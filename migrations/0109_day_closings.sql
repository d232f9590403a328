-- Days of the book that finance has closed: the sums as they were, chained by hash. Nothing opens one again.
CREATE TABLE day_closings (
  id INTEGER PRIMARY KEY,
  day TEXT NOT NULL UNIQUE CHECK (day GLOB '20[0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  -- Entries of the day, and the last entry of the ledger then: an entry of the day after it is late.
  entries INTEGER NOT NULL,
  last_entry INTEGER NOT NULL,
  -- JSON as `sums` of the book.
  sums TEXT NOT NULL,
  closed_by TEXT NOT NULL,
  closed_at INTEGER NOT NULL,
  hash TEXT NOT NULL
);
CREATE TRIGGER day_closings_in_order BEFORE INSERT ON day_closings WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM day_closings) BEGIN SELECT RAISE(ABORT, 'closing_out_of_order'); END;
-- Midnight in Tehran is 3.5 hours before that of UTC.
CREATE TRIGGER day_closings_after_end BEFORE INSERT ON day_closings WHEN NEW.closed_at < unixepoch(NEW.day) + 86400 - 12600 BEGIN SELECT RAISE(ABORT, 'closing_too_early'); END;
CREATE TRIGGER day_closings_no_update BEFORE UPDATE ON day_closings BEGIN SELECT RAISE(ABORT, 'closing_append_only'); END;
CREATE TRIGGER day_closings_no_delete BEFORE DELETE ON day_closings BEGIN SELECT RAISE(ABORT, 'closing_append_only'); END;

-- The last row of given days that an account has read of; those of before count as read.
CREATE TABLE read_days (user_id INTEGER PRIMARY KEY, last_id INTEGER NOT NULL);
INSERT INTO read_days (user_id, last_id) SELECT user_id, max(id) FROM compensations GROUP BY user_id;
