-- Files that come in parts by tus 1.0 (docs/desk.md, "Film files"). The parts are an upload in parts of the bucket MEDIA, at
-- `originals/<id>`. `received`: the bytes of whole parts. `lease`: who stores the next part, and until when.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('film', 'trailer', 'subtitle')),
  -- Of subtitles.
  language TEXT,
  -- As the file is named where it comes from: a text, and in no path.
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  received INTEGER NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  multipart TEXT NOT NULL,
  -- `ended`: given up or expired; its parts are being removed.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'whole', 'ended')),
  lease TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX uploads_open ON uploads (expires_at) WHERE state <> 'whole';
CREATE INDEX uploads_operator ON uploads (operator) WHERE state = 'open';
CREATE INDEX uploads_title ON uploads (title_id, kind, created_at) WHERE state = 'whole';
CREATE TABLE upload_parts (
  upload_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  PRIMARY KEY (upload_id, number)
) WITHOUT ROWID;
