-- Days of a new account's trial, each rule from a time on (docs/desk.md). Without one that has begun, the setting TRIAL_DAYS counts.
CREATE TABLE trial_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Epoch seconds.
  starts_at INTEGER NOT NULL,
  -- 0 for none.
  days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 90),
  key TEXT NOT NULL UNIQUE,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
);
CREATE UNIQUE INDEX trial_rules_start ON trial_rules (starts_at) WHERE withdrawn_at IS NULL;
-- A rule stays as it was made. One that has not begun may be withdrawn, once.
CREATE TRIGGER trial_rules_fixed BEFORE UPDATE ON trial_rules WHEN NEW.id <> OLD.id OR NEW.starts_at <> OLD.starts_at OR NEW.days <> OLD.days OR NEW.key <> OLD.key OR NEW.operator <> OLD.operator OR NEW.reason <> OLD.reason OR NEW.created_at <> OLD.created_at OR OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL OR NEW.withdrawn_at >= OLD.starts_at BEGIN SELECT RAISE(ABORT, 'trial_rule_fixed'); END;
CREATE TRIGGER trial_rules_no_delete BEFORE DELETE ON trial_rules BEGIN SELECT RAISE(ABORT, 'trial_rule_fixed'); END;
