-- The parent's PIN of a browser in kids mode. The id is random and stands in a cookie that the server signs, so no
-- account is needed. `tries` counts wrong PINs since the last right one or lock; `locked_until` is epoch seconds.
CREATE TABLE kids_sessions (
  id TEXT PRIMARY KEY,
  pin_hash TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  locked_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);

-- A kids session asks whether a folder of media belongs to a title for children.
CREATE INDEX titles_media ON titles (media, age) WHERE media IS NOT NULL;

-- Online screenings (spec 3.15): a title shown from an hour on, by ticket, until its period ends. Times are epoch
-- seconds, the ticket's price is toman before VAT, `hours` is how long a ticket is good for once used.
CREATE TABLE screenings (
  id INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  hours INTEGER NOT NULL,
  toman INTEGER NOT NULL
);
CREATE INDEX screenings_title ON screenings (title_id, ends_at);
CREATE INDEX screenings_end ON screenings (ends_at, id);
