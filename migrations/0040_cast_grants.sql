-- Until when a receiver without cookies may open the address of a stream, and by whose session. Epoch seconds.
CREATE TABLE cast_grants (
  stream TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  token_hash TEXT NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX cast_grants_user ON cast_grants (user_id);
CREATE INDEX cast_grants_end ON cast_grants (ends_at);
