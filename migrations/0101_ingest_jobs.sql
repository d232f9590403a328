-- Film files that wait for a machine with ffmpeg. `lease`: the secret of the worker that has the job until `lease_until`.
CREATE TABLE ingest_jobs (
  id INTEGER PRIMARY KEY,
  upload_id TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('film', 'trailer')),
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'leased', 'working', 'done', 'failed', 'cancelled')),
  priority INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  worker TEXT,
  lease TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0,
  -- Of 1000, and the step that is worked on.
  progress INTEGER NOT NULL DEFAULT 0,
  step TEXT NOT NULL DEFAULT '',
  -- Why it failed, and the command's own words.
  code TEXT,
  detail TEXT NOT NULL DEFAULT '',
  -- JSON: what the probe read.
  report TEXT,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX ingest_jobs_queue ON ingest_jobs (priority DESC, id) WHERE state IN ('waiting', 'leased', 'working');
CREATE INDEX ingest_jobs_state ON ingest_jobs (state, id);
CREATE INDEX ingest_jobs_title ON ingest_jobs (title_id, id);
-- One job of an upload is open: a second press of "again" makes none.
CREATE UNIQUE INDEX ingest_jobs_open ON ingest_jobs (upload_id) WHERE state IN ('waiting', 'leased', 'working');
