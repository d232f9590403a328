-- A price of a title that counts from a second on. At its second it is written as the title's price and as a change of
-- the title, once, by whichever process comes first (`began_at`). `run`: the `save` of that change.
-- A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE title_price_plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title_id INTEGER NOT NULL,
  -- Epoch seconds.
  starts_at INTEGER NOT NULL,
  -- As in title_prices.
  toman INTEGER NOT NULL CHECK (toman > 0),
  sale TEXT NOT NULL CHECK (sale IN ('beside', 'only')),
  owned_hours INTEGER,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  run TEXT,
  began_at INTEGER,
  CHECK (withdrawn_at IS NULL OR began_at IS NULL)
);
CREATE UNIQUE INDEX title_price_plans_start ON title_price_plans (title_id, starts_at) WHERE withdrawn_at IS NULL;
CREATE INDEX title_price_plans_due ON title_price_plans (starts_at) WHERE withdrawn_at IS NULL AND began_at IS NULL;
CREATE INDEX title_price_plans_title ON title_price_plans (title_id, id);
CREATE TRIGGER title_price_plans_terms BEFORE UPDATE OF id, title_id, starts_at, toman, sale, owned_hours, operator, reason, created_at ON title_price_plans BEGIN SELECT RAISE(ABORT, 'title_price_plans is append-only'); END;
CREATE TRIGGER title_price_plans_over BEFORE UPDATE ON title_price_plans WHEN old.withdrawn_at IS NOT NULL OR old.began_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'title_price_plans is append-only'); END;
CREATE TRIGGER title_price_plans_last BEFORE DELETE ON title_price_plans BEGIN SELECT RAISE(ABORT, 'title_price_plans is append-only'); END;
CREATE TRIGGER title_price_began AFTER UPDATE OF began_at ON title_price_plans WHEN new.began_at IS NOT NULL BEGIN INSERT INTO title_changes (title_id, rev, field, before, after, save, operator, reason, created_at) SELECT t.id, t.rev + 1, 'price', (SELECT p.toman || ',' || p.sale || ',' || coalesce(p.owned_hours, '') FROM title_prices p WHERE p.title_id = t.id), new.toman || ',' || new.sale || ',' || coalesce(new.owned_hours, ''), new.run, new.operator, new.reason, new.began_at FROM all_titles t WHERE t.id = new.title_id; INSERT INTO title_prices (title_id, toman, sale, owned_hours) SELECT t.id, new.toman, new.sale, new.owned_hours FROM all_titles t WHERE t.id = new.title_id ON CONFLICT (title_id) DO UPDATE SET toman = excluded.toman, sale = excluded.sale, owned_hours = excluded.owned_hours; UPDATE all_titles SET rev = rev + 1, updated_at = new.began_at WHERE id = new.title_id; END;
