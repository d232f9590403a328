-- Days for everybody whom a fault concerned. A case is the fault with its days; a row of `compensations` gives one account those of a case.
CREATE TABLE compensation_cases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('subscription', 'channel', 'screening', 'title', 'plays')),
  -- A channel, screening or title; 0: the whole site.
  subject INTEGER NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at >= starts_at),
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 31),
  state TEXT NOT NULL CHECK (state IN ('observed', 'proposed', 'refused', 'running', 'done')),
  -- Accounts concerned, counted as it was proposed and as it was approved; null: the data does not say whom.
  people INTEGER,
  given INTEGER NOT NULL DEFAULT 0,
  -- The last account that the job has looked at.
  cursor INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL,
  proposer TEXT NOT NULL,
  decider TEXT NOT NULL DEFAULT '',
  decision_reason TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  finished_at INTEGER
);
CREATE INDEX compensation_cases_state ON compensation_cases (state, id);
CREATE INDEX compensation_cases_subject ON compensation_cases (kind, subject, starts_at);
CREATE TRIGGER compensation_cases_fixed BEFORE UPDATE OF key, kind, subject, starts_at, ends_at, days, reason, proposer, created_at ON compensation_cases WHEN OLD.state IN ('refused', 'running', 'done') BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;
CREATE TRIGGER compensation_cases_no_delete BEFORE DELETE ON compensation_cases WHEN OLD.state <> 'observed' BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;

-- Nobody twice for one case, whatever the job does.
ALTER TABLE compensations ADD COLUMN case_id INTEGER;
CREATE UNIQUE INDEX compensations_case ON compensations (case_id, user_id) WHERE case_id IS NOT NULL;
DROP TRIGGER compensations_no_update;
CREATE TRIGGER compensations_no_update BEFORE UPDATE OF id, key, user_id, days, until_before, until_after, operator, created_at, case_id ON compensations BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;

-- Who held a stream of a channel while it was down: streams are removed after a day.
CREATE TABLE outage_viewers (case_id INTEGER NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (case_id, user_id)) WITHOUT ROWID;
CREATE INDEX outage_viewers_user ON outage_viewers (user_id);
CREATE INDEX purchases_item ON purchases (kind, item_id);

-- The end of the subscription that an account began with. Null: older than this column, and moved since.
ALTER TABLE users ADD COLUMN first_until INTEGER;
UPDATE users SET first_until = subscribed_until WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.user_id = users.id AND p.delivered_at IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM compensations c WHERE c.user_id = users.id);
CREATE TRIGGER users_first_until AFTER INSERT ON users BEGIN UPDATE users SET first_until = NEW.subscribed_until WHERE id = NEW.id; END;

-- Each tick looks for channels with a source of their own, and for titles whose day has come.
CREATE INDEX channels_sources ON channels (id) WHERE stream_url IS NOT NULL;
CREATE INDEX titles_days ON all_titles (release_date) WHERE release_date IS NOT NULL;
