-- A lease per stream of an account (decision 087). Epoch seconds. `item`: t and a title's id, or c and a channel's.
CREATE TABLE streams (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  item TEXT NOT NULL,
  browser TEXT NOT NULL,
  system TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  stopped INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX streams_user ON streams (user_id, ends_at);
CREATE INDEX streams_end ON streams (ends_at);

-- Streams at once of a plan; a plan without a row has the site's limit (STREAMS_MAX).
CREATE TABLE plan_limits (
  plan_id INTEGER PRIMARY KEY,
  streams INTEGER NOT NULL CHECK (streams > 0)
);
