-- Direct debit: collected once, stopped and reopened, within the mandate (docs/money.md, decision 030).
-- Bodies of triggers stay on one line: a line that ends with a semicolon ends a statement.

-- One authorization of a provider belongs to one mandate. Of twins made before, the active or else the first one stays.
UPDATE mandates SET state = 'cancelled', authorization_id = NULL
  WHERE authorization_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM mandates o WHERE o.provider = mandates.provider AND o.authorization_id = mandates.authorization_id
      AND o.id <> mandates.id AND (
        (o.state = 'active') > (mandates.state = 'active')
        OR ((o.state = 'active') = (mandates.state = 'active') AND (o.created_at, o.id) < (mandates.created_at, mandates.id))
      )
  );
CREATE UNIQUE INDEX mandates_authorization ON mandates (provider, authorization_id) WHERE authorization_id IS NOT NULL;
-- Who confirms a mandate at the provider, since when: one worker at a time.
ALTER TABLE mandates ADD COLUMN claimed_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX mandates_pending ON mandates (created_at) WHERE state = 'pending';

-- Authorizations that the provider still has to be told are over. They outlive the account.
CREATE TABLE mandate_revocations (
  provider TEXT NOT NULL,
  authorization_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, authorization_id)
) WITHOUT ROWID;
CREATE INDEX mandate_revocations_due ON mandate_revocations (provider, next_try_at);
-- Those deleted before may not have been told; telling again does no harm.
INSERT INTO mandate_revocations (provider, authorization_id, attempts, next_try_at, created_at)
  SELECT provider, authorization_id, 0, 0, created_at FROM mandates
  WHERE state = 'cancelled' AND authorization_id IS NOT NULL;

-- Each request for a withdrawal, written before the provider is asked: its mandate's count of 31 days is taken here.
-- `recheck_at`: when the provider is asked about a failed one for the last time; null: closed.
CREATE TABLE mandate_withdrawals (
  track_id TEXT PRIMARY KEY,
  mandate_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  recheck_at INTEGER
) WITHOUT ROWID;
CREATE INDEX mandate_withdrawals_mandate ON mandate_withdrawals (mandate_id, requested_at);
CREATE INDEX mandate_withdrawals_recheck ON mandate_withdrawals (recheck_at) WHERE recheck_at IS NOT NULL;
CREATE INDEX mandate_withdrawals_closed ON mandate_withdrawals (requested_at) WHERE recheck_at IS NULL;

-- Charges, with more states. `dropped`: ended without having been collected, and reopened with what was missing.
-- `stopped`: failed too often; `told` is whether its user was told. `held`: a person has to look at it.
-- `stop_after`: attempts after which it stops; attempts count on when it is reopened. An attempt's payment is the one
-- of method direct_debit whose token is `<key>:<attempts>`.
CREATE TABLE new_direct_debit_charges (
  key TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('renewal', 'episode', 'payment')),
  item_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'done', 'dropped', 'stopped', 'held')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  stop_after INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO new_direct_debit_charges
  SELECT key, user_id, kind, item_id,
    CASE WHEN state = 'done' AND payment_id IS NULL AND kind = 'renewal' THEN 'dropped' ELSE state END,
    attempts, 3, next_try_at, 1, created_at FROM direct_debit_charges;
DROP TABLE direct_debit_charges;
ALTER TABLE new_direct_debit_charges RENAME TO direct_debit_charges;
CREATE INDEX direct_debit_charges_due ON direct_debit_charges (next_try_at, key) WHERE state = 'due';
CREATE INDEX direct_debit_charges_sent ON direct_debit_charges (next_try_at) WHERE state = 'sent';
CREATE INDEX direct_debit_charges_untold ON direct_debit_charges (next_try_at) WHERE state = 'stopped' AND told = 0;
CREATE INDEX direct_debit_charges_over ON direct_debit_charges (created_at) WHERE state IN ('done', 'dropped', 'stopped');
CREATE INDEX direct_debit_charges_user ON direct_debit_charges (user_id, created_at);

-- When the end of a subscription that renews itself is looked at; null: noted, nothing to do until it changes.
ALTER TABLE direct_debit_settings ADD COLUMN renew_at INTEGER;
UPDATE direct_debit_settings SET renew_at = (SELECT subscribed_until FROM users WHERE id = user_id) WHERE subscription = 1;
CREATE INDEX direct_debit_settings_renew ON direct_debit_settings (renew_at) WHERE renew_at IS NOT NULL;
CREATE TRIGGER direct_debit_end_moved AFTER UPDATE OF subscribed_until ON users
  WHEN NEW.subscribed_until <> OLD.subscribed_until
  BEGIN UPDATE direct_debit_settings SET renew_at = NEW.subscribed_until WHERE user_id = NEW.id AND subscription = 1; END;
CREATE TRIGGER direct_debit_turned_on AFTER UPDATE OF subscription ON direct_debit_settings
  WHEN NEW.subscription = 1 AND OLD.subscription = 0
  BEGIN UPDATE direct_debit_settings SET renew_at = (SELECT subscribed_until FROM users WHERE id = NEW.user_id) WHERE user_id = NEW.user_id; END;
CREATE TRIGGER direct_debit_set_up AFTER INSERT ON direct_debit_settings WHEN NEW.subscription = 1
  BEGIN UPDATE direct_debit_settings SET renew_at = (SELECT subscribed_until FROM users WHERE id = NEW.user_id) WHERE user_id = NEW.user_id; END;

-- Every episode in the order in which it was first released, and how far its followers have been noted: all of the
-- releases up to `seq`, and of the next one the followers up to `user_id`.
CREATE TABLE episode_releases (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  episode_id INTEGER NOT NULL UNIQUE,
  series_id INTEGER NOT NULL
);
INSERT INTO episode_releases (episode_id, series_id)
  SELECT id, series_id FROM titles WHERE series_id IS NOT NULL AND release = 'released' ORDER BY id;
CREATE TRIGGER episode_released AFTER UPDATE OF release, series_id ON titles
  WHEN NEW.release = 'released' AND NEW.series_id IS NOT NULL AND (OLD.release <> 'released' OR OLD.series_id IS NOT NEW.series_id)
  BEGIN INSERT INTO episode_releases (episode_id, series_id) SELECT NEW.id, NEW.series_id WHERE NOT EXISTS (SELECT 1 FROM episode_releases WHERE episode_id = NEW.id); END;
CREATE TRIGGER episode_added AFTER INSERT ON titles WHEN NEW.release = 'released' AND NEW.series_id IS NOT NULL
  BEGIN INSERT INTO episode_releases (episode_id, series_id) SELECT NEW.id, NEW.series_id WHERE NOT EXISTS (SELECT 1 FROM episode_releases WHERE episode_id = NEW.id); END;
CREATE TABLE episode_release_cursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL,
  user_id INTEGER NOT NULL
);
INSERT INTO episode_release_cursor SELECT 1, coalesce(max(seq), 0), 0 FROM episode_releases;
-- What was released before it was followed is not new.
ALTER TABLE direct_debit_series ADD COLUMN since_release INTEGER NOT NULL DEFAULT 0;
UPDATE direct_debit_series SET since_release = (SELECT coalesce(max(seq), 0) FROM episode_releases);
-- What the rule before this one would have noted at its next tick.
INSERT INTO direct_debit_charges (key, user_id, kind, item_id, state, attempts, stop_after, next_try_at, created_at)
  SELECT 'episode:' || d.user_id || ':' || e.id, d.user_id, 'episode', e.id, 'due', 0, 3, unixepoch(), unixepoch()
  FROM title_prices t CROSS JOIN direct_debit_series d ON d.series_id = t.title_id
    CROSS JOIN titles e ON e.series_id = t.title_id
  WHERE t.episode_toman IS NOT NULL AND e.season * 10000 + e.number > d.since AND e.release = 'released'
    AND EXISTS (SELECT 1 FROM mandates m WHERE m.user_id = d.user_id AND m.state = 'active')
  ON CONFLICT DO NOTHING;

-- The sandbox bank forgets withdrawals after a while.
ALTER TABLE sandbox_withdrawals ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE sandbox_withdrawals SET created_at = unixepoch();
CREATE INDEX sandbox_withdrawals_created ON sandbox_withdrawals (created_at);
