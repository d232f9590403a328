-- Erasing an account is an act for two people. A kind of request is checked by the code that reads it, without a list here.
DROP TRIGGER approval_decisions_time;
DROP TRIGGER approval_decisions_role;
DROP TRIGGER approval_decisions_self;
DROP TRIGGER staff_change_voids;
CREATE TABLE approvals_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  permission TEXT NOT NULL,
  -- JSON: the roles that have the permission.
  roles TEXT NOT NULL,
  -- The account that the act is about, or null.
  user_id INTEGER,
  subject TEXT NOT NULL,
  request TEXT NOT NULL,
  preview TEXT NOT NULL,
  reason TEXT NOT NULL,
  requested_by INTEGER NOT NULL,
  requester TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
INSERT INTO approvals_new (id, key, kind, permission, roles, user_id, subject, request, preview, reason, requested_by, requester, requested_at, expires_at) SELECT id, key, kind, permission, roles, user_id, subject, request, preview, reason, requested_by, requester, requested_at, expires_at FROM approvals;
DROP TABLE approvals;
ALTER TABLE approvals_new RENAME TO approvals;
CREATE INDEX approvals_expires ON approvals (expires_at);
CREATE INDEX approvals_requested_by ON approvals (requested_by);
CREATE INDEX approvals_user ON approvals (user_id);
CREATE TRIGGER approvals_no_update BEFORE UPDATE OF id, key, kind, permission, roles, user_id, subject, request, preview, requested_by, requester, requested_at, expires_at ON approvals BEGIN SELECT RAISE(ABORT, 'approval_append_only'); END;
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals BEGIN SELECT RAISE(ABORT, 'approval_append_only'); END;
CREATE TRIGGER approval_decisions_time BEFORE INSERT ON approval_decisions WHEN NEW.decision <> 'void' AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = NEW.approval_id AND NEW.decided_at >= a.requested_at - 300 AND NEW.decided_at < a.expires_at) BEGIN SELECT RAISE(ABORT, 'approval_expired'); END;
CREATE TRIGGER approval_decisions_role BEFORE INSERT ON approval_decisions WHEN NEW.decision <> 'void' AND NOT EXISTS (SELECT 1 FROM staff m JOIN approvals a ON a.id = NEW.approval_id WHERE m.id = NEW.decided_by AND m.ended_at IS NULL AND m.role IN (SELECT value FROM json_each(a.roles))) BEGIN SELECT RAISE(ABORT, 'approval_role'); END;
CREATE TRIGGER approval_decisions_self BEFORE INSERT ON approval_decisions WHEN NEW.decision = 'approved' AND EXISTS (SELECT 1 FROM approvals a JOIN staff m ON m.id = NEW.decided_by WHERE a.id = NEW.approval_id AND (a.requested_by = m.id OR a.user_id = m.user_id)) BEGIN SELECT RAISE(ABORT, 'approval_self'); END;
CREATE TRIGGER staff_change_voids AFTER UPDATE OF role, ended_at ON staff WHEN NEW.role <> OLD.role OR NEW.ended_at IS NOT OLD.ended_at BEGIN INSERT INTO approval_decisions (approval_id, decision, decided_by, decider, reason, decided_at) SELECT a.id, 'void', NULL, '', '', unixepoch() FROM approvals a WHERE a.requested_by = NEW.id AND a.expires_at > unixepoch() AND NOT EXISTS (SELECT 1 FROM approval_decisions d WHERE d.approval_id = a.id); END;
