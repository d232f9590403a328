-- Plans that are made in the desk, and from when on a plan is sold or not (docs/desk.md).
-- Whether it is sold before the first row of `plan_sales` counts: one that the desk made is not.
ALTER TABLE plans ADD COLUMN sold INTEGER NOT NULL DEFAULT 1 CHECK (sold IN (0, 1));

CREATE TABLE plan_sales (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL,
  -- Epoch seconds.
  starts_at INTEGER NOT NULL,
  is_sold INTEGER NOT NULL CHECK (is_sold IN (0, 1)),
  key TEXT NOT NULL UNIQUE,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
);
CREATE UNIQUE INDEX plan_sales_start ON plan_sales (plan_id, starts_at) WHERE withdrawn_at IS NULL;
CREATE INDEX plan_sales_plan ON plan_sales (plan_id, id);
-- A row stays as it was made. One that has not begun may be withdrawn, once.
CREATE TRIGGER plan_sales_fixed BEFORE UPDATE ON plan_sales WHEN NEW.id <> OLD.id OR NEW.plan_id <> OLD.plan_id OR NEW.starts_at <> OLD.starts_at OR NEW.is_sold <> OLD.is_sold OR NEW.key <> OLD.key OR NEW.operator <> OLD.operator OR NEW.reason <> OLD.reason OR NEW.created_at <> OLD.created_at OR OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL OR NEW.withdrawn_at >= OLD.starts_at BEGIN SELECT RAISE(ABORT, 'plan_sale_fixed'); END;
CREATE TRIGGER plan_sales_no_delete BEFORE DELETE ON plan_sales BEGIN SELECT RAISE(ABORT, 'plan_sale_fixed'); END;
