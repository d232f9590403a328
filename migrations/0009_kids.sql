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
