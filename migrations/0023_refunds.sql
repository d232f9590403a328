-- Refunds, corrections and the operator's calls (docs/money.md). Money is integer toman, times are epoch seconds.

-- One row for each refund; its lines hold the amounts. `tracking`: the bank's number of the money that went outside.
CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  -- The caller's idempotency key, and what was asked for with it.
  key TEXT NOT NULL UNIQUE,
  request TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  destination TEXT NOT NULL CHECK (destination IN ('wallet', 'outside')),
  tracking TEXT UNIQUE CHECK ((destination = 'outside') = (tracking IS NOT NULL)),
  reason TEXT NOT NULL,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Set by the last statement of the refund's batch.
  applied_at INTEGER
) WITHOUT ROWID;
CREATE INDEX refunds_payment ON refunds (payment_id, created_at);

-- `vat` is part of `toman`; 0 where nothing was sold. `seconds`: taken off the subscription.
CREATE TABLE refund_lines (
  refund_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  toman INTEGER NOT NULL CHECK (toman > 0 AND typeof(toman) = 'integer'),
  vat INTEGER NOT NULL CHECK (vat BETWEEN 0 AND toman AND typeof(vat) = 'integer'),
  seconds INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0),
  PRIMARY KEY (refund_id, line)
) WITHOUT ROWID;
CREATE INDEX refund_lines_line ON refund_lines (payment_id, line, toman, vat, seconds);
CREATE TRIGGER refund_lines_ceiling BEFORE INSERT ON refund_lines WHEN (SELECT coalesce(sum(toman), 0) FROM refund_lines WHERE payment_id = NEW.payment_id AND line = NEW.line) + NEW.toman > coalesce((SELECT total FROM payment_lines WHERE payment_id = NEW.payment_id AND line = NEW.line), 0) BEGIN SELECT RAISE(ABORT, 'refund_too_large'); END;
CREATE TRIGGER refund_lines_fixed BEFORE UPDATE OF refund_id, payment_id, line, toman, vat ON refund_lines BEGIN SELECT RAISE(ABORT, 'refund_append_only'); END;
CREATE TRIGGER refund_lines_no_delete BEFORE DELETE ON refund_lines BEGIN SELECT RAISE(ABORT, 'refund_append_only'); END;
CREATE TRIGGER refunds_fixed BEFORE UPDATE OF id, key, request, payment_id, destination, tracking, operator, created_at, applied_at ON refunds WHEN OLD.applied_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'refund_append_only'); END;
CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds BEGIN SELECT RAISE(ABORT, 'refund_append_only'); END;

-- What a person sets right: an amount from one account to another.
CREATE TABLE corrections (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  from_account TEXT NOT NULL,
  to_account TEXT NOT NULL CHECK (to_account <> from_account),
  toman INTEGER NOT NULL CHECK (toman > 0 AND typeof(toman) = 'integer'),
  payment_id TEXT,
  tracking TEXT UNIQUE,
  reason TEXT NOT NULL,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER corrections_fixed BEFORE UPDATE OF id, key, from_account, to_account, toman, payment_id, tracking, operator, created_at ON corrections BEGIN SELECT RAISE(ABORT, 'correction_append_only'); END;
CREATE TRIGGER corrections_no_delete BEFORE DELETE ON corrections BEGIN SELECT RAISE(ABORT, 'correction_append_only'); END;

-- Each use of an operator's call: who, what, when, and how it ended. `status` null: it was never answered.
CREATE TABLE operator_audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operator TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  status INTEGER,
  created_at INTEGER NOT NULL
);
CREATE TRIGGER operator_audit_fixed BEFORE UPDATE ON operator_audit WHEN OLD.status IS NOT NULL OR NEW.id <> OLD.id OR NEW.operator <> OLD.operator OR NEW.action <> OLD.action OR NEW.subject <> OLD.subject OR NEW.created_at <> OLD.created_at BEGIN SELECT RAISE(ABORT, 'audit_append_only'); END;
CREATE TRIGGER operator_audit_no_delete BEFORE DELETE ON operator_audit BEGIN SELECT RAISE(ABORT, 'audit_append_only'); END;

-- The operator lists the payments of a gateway by time, to match them with the bank's.
CREATE INDEX payments_method_created ON payments (method, created_at, id);
