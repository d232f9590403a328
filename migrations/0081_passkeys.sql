-- Passkeys of the staff (WebAuthn): `public_key` is COSE in base64url, `transports` is JSON, `blocked_at` is set by a counter that went back.
CREATE TABLE staff_passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  staff_id INTEGER NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  used_at INTEGER,
  blocked_at INTEGER
);
CREATE INDEX staff_passkeys_staff ON staff_passkeys (staff_id);
-- The newest challenge of an account's session for each use; taking it removes it.
CREATE TABLE staff_challenges (
  token_hash TEXT NOT NULL,
  use TEXT NOT NULL CHECK (use IN ('add', 'open')),
  staff_id INTEGER NOT NULL,
  challenge TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (token_hash, use)
) WITHOUT ROWID;
CREATE INDEX staff_challenges_expires ON staff_challenges (expires_at);
CREATE INDEX staff_challenges_staff ON staff_challenges (staff_id);
-- Ten minutes in which days given by a person and a decision about comments are taken back, once. `before` is JSON.
ALTER TABLE compensations ADD COLUMN undone_at INTEGER;
ALTER TABLE compensations ADD COLUMN undone_by TEXT;
CREATE TRIGGER compensations_undo_once BEFORE UPDATE OF undone_at, undone_by ON compensations WHEN OLD.undone_at IS NOT NULL OR NEW.undone_at IS NULL OR NEW.undone_by IS NULL BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;
CREATE TRIGGER compensations_undo AFTER UPDATE OF undone_at ON compensations WHEN OLD.undone_at IS NULL BEGIN UPDATE users SET subscribed_until = NEW.until_before WHERE id = NEW.user_id; END;
CREATE TABLE moderation_batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL,
  before TEXT NOT NULL,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  undone_at INTEGER
);
CREATE INDEX moderation_batches_created ON moderation_batches (created_at);
-- A comment that somebody has decided about since, or whose writer deleted it, stays as it is.
CREATE TRIGGER moderation_batches_undo AFTER UPDATE OF undone_at ON moderation_batches WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL BEGIN UPDATE comments SET state = b.value ->> 'state', removed_by = b.value ->> 'removed_by', reviewed_at = b.value ->> 'reviewed_at', reviewed_by = b.value ->> 'reviewed_by' FROM json_each(NEW.before) b WHERE comments.id = b.value ->> 'id' AND comments.text <> '' AND comments.state = NEW.state AND comments.reviewed_at = NEW.created_at AND comments.reviewed_by = NEW.operator; END;
