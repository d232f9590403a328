-- A block ends an account's sessions and lets nobody in until it ends. The row and `users.blocked_at` are one statement, by the triggers.
ALTER TABLE users ADD COLUMN blocked_at INTEGER;
CREATE TABLE account_blocks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  blocked_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  operator TEXT NOT NULL,
  -- Null while the block holds.
  ended_at INTEGER,
  ended_by TEXT,
  end_reason TEXT
);
CREATE UNIQUE INDEX account_blocks_open ON account_blocks (user_id) WHERE ended_at IS NULL;
CREATE INDEX account_blocks_user ON account_blocks (user_id, id);
CREATE TRIGGER account_blocked AFTER INSERT ON account_blocks WHEN NEW.ended_at IS NULL BEGIN UPDATE users SET blocked_at = NEW.blocked_at WHERE id = NEW.user_id; END;
CREATE TRIGGER account_unblocked AFTER UPDATE OF ended_at ON account_blocks WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL BEGIN UPDATE users SET blocked_at = NULL WHERE id = NEW.user_id; END;

-- Words of the staff about a person. They are not changed, and go with the account.
CREATE TABLE account_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL,
  operator TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX account_notes_user ON account_notes (user_id, id);
CREATE TRIGGER account_notes_no_update BEFORE UPDATE ON account_notes BEGIN SELECT RAISE(ABORT, 'account_notes_append_only'); END;
CREATE TRIGGER account_notes_no_delete BEFORE DELETE ON account_notes WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erase_at IS NULL) BEGIN SELECT RAISE(ABORT, 'account_notes_append_only'); END;
