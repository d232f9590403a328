-- Gift cards that the staff makes in tens for sale outside (docs/money.md). A batch is a payment by `transfer` of no account,
-- so its cards are lines as all others are. Bodies of triggers stay on one line.
CREATE TABLE gift_batches (
  payment_id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  -- JSON: what was asked for with the key.
  request TEXT NOT NULL,
  buyer TEXT NOT NULL,
  -- The bank's number of the buyer's transfer.
  tracking TEXT NOT NULL UNIQUE,
  -- Toman of all cards at the plan's list price, VAT included.
  worth INTEGER NOT NULL CHECK (worth > 0 AND typeof(worth) = 'integer'),
  reason TEXT NOT NULL,
  -- Both names where two people made it; `maker` is the first of them, who reads the codes.
  operator TEXT NOT NULL,
  maker TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Of the one call that was given the codes.
  codes_key TEXT,
  codes_at INTEGER
) WITHOUT ROWID;
CREATE INDEX gift_batches_created ON gift_batches (created_at, payment_id);
CREATE TRIGGER gift_batches_fixed BEFORE UPDATE OF payment_id, key, request, buyer, tracking, worth, operator, maker, created_at ON gift_batches BEGIN SELECT RAISE(ABORT, 'gift_batch_fixed'); END;
CREATE TRIGGER gift_batches_codes_once BEFORE UPDATE OF codes_key, codes_at ON gift_batches WHEN OLD.codes_key IS NOT NULL AND (NEW.codes_key IS NOT OLD.codes_key OR NEW.codes_at IS NOT OLD.codes_at) BEGIN SELECT RAISE(ABORT, 'gift_codes_shown'); END;
CREATE TRIGGER gift_batches_no_delete BEFORE DELETE ON gift_batches BEGIN SELECT RAISE(ABORT, 'gift_batch_fixed'); END;
