-- One rule for the same purchase bought again, and uses of discount codes that are held (docs/money.md).

-- The newer payment of the same purchase that took this one's place. Money that still comes for this one stays in the
-- wallet.
ALTER TABLE payments ADD COLUMN superseded_by TEXT;
CREATE INDEX payments_superseded ON payments (superseded_by) WHERE superseded_by IS NOT NULL;

-- A use of a code, held from the moment its payment is made until that ends without money; kept for good once settled.
CREATE TABLE discount_uses (
  payment_id TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  user_id INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX discount_uses_code ON discount_uses (code, user_id);
INSERT INTO discount_uses (payment_id, code, user_id)
  SELECT id, discount_code, user_id FROM payments
  WHERE discount_code IS NOT NULL AND state IN ('initiated', 'pending', 'verifying', 'settled');
DROP INDEX payments_discount;

-- The last line of defence behind the checks in the statements. After the backfill: what was sold before stays.
CREATE TRIGGER discount_uses_limit BEFORE INSERT ON discount_uses
  WHEN NOT EXISTS (SELECT 1 FROM discount_codes c WHERE c.code = NEW.code
    AND (SELECT count(*) FROM discount_uses u WHERE u.code = c.code) < c.max_uses
    AND (SELECT count(*) FROM discount_uses u WHERE u.code = c.code AND u.user_id = NEW.user_id) < c.uses_per_user)
  BEGIN SELECT RAISE(ABORT, 'discount_exhausted'); END;
CREATE TRIGGER discount_uses_released AFTER UPDATE OF state ON payments
  WHEN NEW.state IN ('failed', 'cancelled', 'expired', 'reversed')
  BEGIN DELETE FROM discount_uses WHERE payment_id = NEW.id; END;
