-- What the desk looks for: accounts by name, payments by the bank's numbers, by the card's last digits and by time.
CREATE INDEX users_name ON users (name) WHERE name <> '';
CREATE INDEX payments_trace ON payments (trace) WHERE trace IS NOT NULL;
CREATE INDEX payments_card ON payments (substr(card, -4), created_at) WHERE card IS NOT NULL;
CREATE INDEX payments_created ON payments (created_at, id);
CREATE INDEX payments_state ON payments (state, created_at, id);

-- Days given by a person. The row and the account's new end are one statement, by the trigger.
CREATE TABLE compensations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 366),
  until_before INTEGER NOT NULL,
  until_after INTEGER NOT NULL CHECK (until_after > until_before),
  reason TEXT NOT NULL,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX compensations_user ON compensations (user_id, created_at);
CREATE TRIGGER compensations_give AFTER INSERT ON compensations BEGIN UPDATE users SET subscribed_until = NEW.until_after WHERE id = NEW.user_id; END;
CREATE TRIGGER compensations_no_update BEFORE UPDATE OF id, key, user_id, days, until_before, until_after, operator, created_at ON compensations BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;
CREATE TRIGGER compensations_no_delete BEFORE DELETE ON compensations BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;
