-- What a person has to look at (docs/money.md, "Alarms"). Times are epoch seconds.

CREATE TABLE alarms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Names the matter: the same thing alarms once.
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  payment_id TEXT,
  created_at INTEGER NOT NULL,
  -- Sending: when each channel took it, and `delivered_at` when every configured one has.
  webhook_at INTEGER,
  sms_at INTEGER,
  delivered_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  -- An operator has read it; it is not sent any more.
  seen_at INTEGER
);
CREATE INDEX alarms_undelivered ON alarms (next_try_at) WHERE delivered_at IS NULL AND seen_at IS NULL;
CREATE INDEX alarms_unseen ON alarms (id) WHERE seen_at IS NULL;
CREATE INDEX alarms_sms ON alarms (sms_at) WHERE sms_at IS NOT NULL;
