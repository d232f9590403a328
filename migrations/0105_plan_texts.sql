-- The question is asked once more because the sum rose after the yes, so another sentence asks it.
ALTER TABLE renewal_questions ADD COLUMN price_rose INTEGER NOT NULL DEFAULT 0 CHECK (price_rose IN (0, 1));

-- Names and descriptions of a plan from a time on, made in the desk. Before the first row those of `plans` count.
CREATE TABLE plan_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL,
  -- Epoch seconds.
  starts_at INTEGER NOT NULL,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  description TEXT NOT NULL,
  description_en TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
);
CREATE UNIQUE INDEX plan_texts_start ON plan_texts (plan_id, starts_at) WHERE withdrawn_at IS NULL;
CREATE INDEX plan_texts_plan ON plan_texts (plan_id, id);
-- A row stays as it was made. One that has not begun may be withdrawn, once.
CREATE TRIGGER plan_texts_fixed BEFORE UPDATE ON plan_texts WHEN NEW.id <> OLD.id OR NEW.plan_id <> OLD.plan_id OR NEW.starts_at <> OLD.starts_at OR NEW.name_fa <> OLD.name_fa OR NEW.name_en <> OLD.name_en OR NEW.description <> OLD.description OR NEW.description_en <> OLD.description_en OR NEW.key <> OLD.key OR NEW.operator <> OLD.operator OR NEW.reason <> OLD.reason OR NEW.created_at <> OLD.created_at OR OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL OR NEW.withdrawn_at >= OLD.starts_at BEGIN SELECT RAISE(ABORT, 'plan_texts_fixed'); END;
CREATE TRIGGER plan_texts_no_delete BEFORE DELETE ON plan_texts BEGIN SELECT RAISE(ABORT, 'plan_texts_fixed'); END;
