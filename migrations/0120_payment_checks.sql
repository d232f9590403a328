-- What a gateway said of a payment, in its order: a callback, the answer to an inquiry or a verification, and whether it
-- gave the money back. A row for each answer that differs from the one before; at most 30 of a kind.
CREATE TABLE payment_checks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  payment_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('callback', 'inquiry', 'verify', 'reverse')),
  outcome TEXT NOT NULL CHECK (outcome <> ''),
  problem TEXT,
  reference TEXT,
  trace TEXT,
  -- The last four digits; NULL once the account is erased.
  card TEXT,
  said_at INTEGER NOT NULL
);
CREATE INDEX payment_checks_payment ON payment_checks (payment_id, kind, id);
CREATE TRIGGER payment_checks_fixed BEFORE UPDATE OF id, payment_id, kind, outcome, problem, reference, trace, said_at
  ON payment_checks BEGIN SELECT RAISE(ABORT, 'check_append_only'); END;
CREATE TRIGGER payment_checks_card BEFORE UPDATE OF card ON payment_checks
  WHEN new.card IS NOT NULL BEGIN SELECT RAISE(ABORT, 'check_append_only'); END;
CREATE TRIGGER payment_checks_stay BEFORE DELETE ON payment_checks
  WHEN EXISTS (SELECT 1 FROM payments WHERE id = old.payment_id)
  BEGIN SELECT RAISE(ABORT, 'check_append_only'); END;
CREATE TRIGGER payments_checks_go AFTER DELETE ON payments
  BEGIN DELETE FROM payment_checks WHERE payment_id = old.id; END;

-- The desk looks for payments by their sum.
CREATE INDEX payments_total ON payments (total, created_at, id);
