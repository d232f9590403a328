-- People and keys that make operators' calls, the trail of what they did, and its seals.
CREATE TABLE staff (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  added_by TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  ended_at INTEGER
);
-- The secret of the codes (TOTP), encrypted; `last_step` is that of the newest code that was taken.
CREATE TABLE staff_factors (
  staff_id INTEGER PRIMARY KEY,
  secret TEXT NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE staff_recovery_codes (
  staff_id INTEGER NOT NULL,
  code_hash TEXT NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (staff_id, code_hash)
) WITHOUT ROWID;
-- An account's session that also gave a code. `token_hash` is that of sessions, with which it ends.
CREATE TABLE staff_sessions (
  token_hash TEXT PRIMARY KEY,
  staff_id INTEGER NOT NULL,
  began_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);
CREATE INDEX staff_sessions_ends ON staff_sessions (ends_at);
CREATE TABLE staff_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  added_by TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  revoked_at INTEGER
);

-- The permission, from where (network address and device), and what was changed (JSON).
ALTER TABLE operator_audit ADD COLUMN permission TEXT;
ALTER TABLE operator_audit ADD COLUMN origin TEXT;
ALTER TABLE operator_audit ADD COLUMN before TEXT;
ALTER TABLE operator_audit ADD COLUMN after TEXT;
DROP TRIGGER operator_audit_fixed;
CREATE TRIGGER operator_audit_fixed BEFORE UPDATE ON operator_audit WHEN OLD.status IS NOT NULL OR OLD.id <= (SELECT coalesce(max(last_id), 0) FROM audit_seals) OR NEW.id <> OLD.id OR NEW.operator <> OLD.operator OR NEW.action <> OLD.action OR NEW.subject <> OLD.subject OR NEW.permission IS NOT OLD.permission OR NEW.origin IS NOT OLD.origin OR NEW.created_at <> OLD.created_at BEGIN SELECT RAISE(ABORT, 'audit_append_only'); END;
CREATE INDEX operator_audit_subject ON operator_audit (subject, id);
CREATE INDEX operator_audit_operator ON operator_audit (operator, id);

-- A seal covers consecutive rows and is chained to the one before it by its hash, as the ledger's are.
CREATE TABLE audit_seals (
  id INTEGER PRIMARY KEY,
  first_id INTEGER NOT NULL UNIQUE,
  last_id INTEGER NOT NULL UNIQUE CHECK (last_id >= first_id),
  hash TEXT NOT NULL,
  sealed_at INTEGER NOT NULL
);
CREATE TRIGGER audit_seals_in_order BEFORE INSERT ON audit_seals WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM audit_seals) OR NEW.first_id <= (SELECT coalesce(max(last_id), 0) FROM audit_seals) BEGIN SELECT RAISE(ABORT, 'seal_out_of_order'); END;
CREATE TRIGGER audit_seals_no_update BEFORE UPDATE ON audit_seals BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;
CREATE TRIGGER audit_seals_no_delete BEFORE DELETE ON audit_seals BEGIN SELECT RAISE(ABORT, 'seal_append_only'); END;
