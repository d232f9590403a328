-- A code belongs to the mobile, to what it is for, and to who asked for it: a stranger's guesses reach only codes that
-- the stranger asked for. `asker` is a hash; '*' is the long code of a mobile that many ask for, which any of them may
-- enter. `tries_left` null: not counted here, as for '*'. Codes live minutes: those of the old table end with it.
DROP TABLE login_codes;
CREATE TABLE login_codes (
  mobile TEXT NOT NULL,
  purpose TEXT NOT NULL,
  asker TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  tries_left INTEGER,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (mobile, purpose, asker)
) WITHOUT ROWID;
CREATE INDEX login_codes_expiry ON login_codes (expires_at);

-- Sends are counted by rate_limits now.
DROP TABLE login_sends;

-- Browsers and clients that have signed in with a mobile: they have budgets of their own, which strangers cannot spend.
CREATE TABLE login_devices (
  mobile TEXT NOT NULL,
  asker TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (mobile, asker)
) WITHOUT ROWID;
CREATE INDEX login_devices_seen ON login_devices (seen_at);
