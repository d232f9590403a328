-- Token buckets of requests (src/server/lib/rate-limit.ts): one row for each purpose and subject that asked lately.
-- `key` is a keyed hash: no address and no mobile is stored. `full_at`, epoch seconds: when the bucket is full again;
-- from then on the row means nothing and is swept.
CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY,
  full_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rate_limits_full_at ON rate_limits (full_at);
