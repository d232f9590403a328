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
