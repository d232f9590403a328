-- Discount codes with a beginning, made in the desk (docs/desk.md). `created_at` and `made_by` are of one that the desk made.
ALTER TABLE discount_codes ADD COLUMN starts_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE discount_codes ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE discount_codes ADD COLUMN made_by TEXT NOT NULL DEFAULT '';
CREATE INDEX discount_codes_created ON discount_codes (created_at, code);
-- Who used a code, or holds a use of it, was promised these terms.
CREATE TRIGGER discount_codes_fixed BEFORE UPDATE OF code, percent, bonus_days, plan_id, starts_at ON discount_codes WHEN (NEW.code <> OLD.code OR NEW.percent <> OLD.percent OR NEW.bonus_days <> OLD.bonus_days OR NEW.plan_id IS NOT OLD.plan_id OR NEW.starts_at <> OLD.starts_at) AND EXISTS (SELECT 1 FROM discount_uses u WHERE u.code = OLD.code) BEGIN SELECT RAISE(ABORT, 'discount_code_fixed'); END;

-- Prices of plans, each from a time on. Without one that has begun, the plan's own columns count.
CREATE TABLE plan_prices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL,
  -- Epoch seconds.
  starts_at INTEGER NOT NULL,
  -- Before VAT.
  toman INTEGER NOT NULL CHECK (toman > 0),
  discount_percent INTEGER CHECK (discount_percent BETWEEN 1 AND 99),
  discount_price INTEGER CHECK (discount_price > 0 AND discount_price < toman),
  discount_day INTEGER CHECK (discount_day > 0),
  key TEXT NOT NULL UNIQUE,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  CHECK ((discount_percent IS NULL) = (discount_price IS NULL) AND (discount_price IS NOT NULL OR discount_day IS NULL))
);
CREATE UNIQUE INDEX plan_prices_start ON plan_prices (plan_id, starts_at) WHERE withdrawn_at IS NULL;
CREATE INDEX plan_prices_plan ON plan_prices (plan_id, id);
-- A price stays as it was made. One that has not begun may be withdrawn, once.
CREATE TRIGGER plan_prices_fixed BEFORE UPDATE ON plan_prices WHEN NEW.id <> OLD.id OR NEW.plan_id <> OLD.plan_id OR NEW.starts_at <> OLD.starts_at OR NEW.toman <> OLD.toman OR NEW.discount_percent IS NOT OLD.discount_percent OR NEW.discount_price IS NOT OLD.discount_price OR NEW.discount_day IS NOT OLD.discount_day OR NEW.key <> OLD.key OR NEW.operator <> OLD.operator OR NEW.reason <> OLD.reason OR NEW.created_at <> OLD.created_at OR OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL OR NEW.withdrawn_at >= OLD.starts_at BEGIN SELECT RAISE(ABORT, 'plan_price_fixed'); END;
CREATE TRIGGER plan_prices_no_delete BEFORE DELETE ON plan_prices BEGIN SELECT RAISE(ABORT, 'plan_price_fixed'); END;
