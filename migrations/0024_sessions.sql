-- Sessions that end for good, codes that confirm what is dear, and the devices an account has been used on. Times are
-- epoch seconds.

-- `used_at`: the last day of use. `stepped_up_at`: when a code by SMS was last confirmed on this session. `is_new_device`:
-- it began on a browser and system that the account had not been used on before.
ALTER TABLE sessions ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN stepped_up_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN is_new_device INTEGER NOT NULL DEFAULT 0;
-- 90 days of sliding, and 365 days at most (SESSION_DAYS, SESSION_MAX_DAYS).
UPDATE sessions SET used_at = expires_at - 7776000, expires_at = min(expires_at, created_at + 31536000);

-- The codes sent to confirm something on one session; a row outlives its code for a day, to be counted.
CREATE TABLE step_up_codes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  token_hash TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  tries_left INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX step_up_codes_session ON step_up_codes (token_hash, id);
CREATE INDEX step_up_codes_user ON step_up_codes (user_id, sent_at);
CREATE INDEX step_up_codes_sent ON step_up_codes (sent_at);

-- An account that is erased takes the messages to its number with it.
CREATE INDEX outbox_mobile ON outbox (mobile);

-- The browsers and systems an account was used on. `noticed_at`: when its owner was sent a notice of it; 0 for none.
CREATE TABLE known_devices (
  user_id INTEGER NOT NULL,
  browser TEXT NOT NULL,
  system TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  noticed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, browser, system)
) WITHOUT ROWID;
INSERT INTO known_devices (user_id, browser, system, first_at)
  SELECT user_id, browser, system, min(created_at) FROM sessions GROUP BY user_id, browser, system;
