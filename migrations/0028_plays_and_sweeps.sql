-- Plays that have not been added to the views of titles yet, once for each viewer, title and day. `viewer` is a keyed
-- hash that changes each day, so no row says who watched.
CREATE TABLE plays (
  title_id INTEGER NOT NULL,
  viewer TEXT NOT NULL,
  -- Days since 1970, in UTC.
  day INTEGER NOT NULL,
  counted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (title_id, viewer, day)
) WITHOUT ROWID;
CREATE INDEX plays_uncounted ON plays (title_id) WHERE counted = 0;
CREATE INDEX plays_day ON plays (day);

-- When the cookie of a kids session was last given: it ends a year later, and with it the use of the row.
ALTER TABLE kids_sessions ADD COLUMN cookie_at INTEGER NOT NULL DEFAULT 0;
UPDATE kids_sessions SET cookie_at = created_at;

-- What the cron sweeps.
CREATE INDEX kids_sessions_cookie ON kids_sessions (cookie_at);
CREATE INDEX outbox_sent ON outbox (sent_at);
CREATE INDEX sandbox_bills_created ON sandbox_bills (created_at);
