-- Acts for two people: a request stores the act and the preview that its maker saw; one decision ends it (docs/desk.md).
CREATE TABLE approvals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('refund', 'owner', 'correction', 'debit')),
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
CREATE INDEX approvals_expires ON approvals (expires_at);
CREATE INDEX approvals_requested_by ON approvals (requested_by);
CREATE INDEX approvals_user ON approvals (user_id);
CREATE INDEX corrections_created ON corrections (created_at);
-- Acts of two people, under both names.
CREATE INDEX operator_audit_pairs ON operator_audit (id) WHERE instr(operator, ' + ') > 0;
CREATE TABLE approval_decisions (
  approval_id INTEGER PRIMARY KEY,
  decision TEXT NOT NULL CHECK (decision IN ('approved', 'rejected', 'void')),
  decided_by INTEGER,
  decider TEXT NOT NULL,
  reason TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  -- Of the call that wrote it, so that a call whose answer was lost finds its own.
  call_id TEXT NOT NULL DEFAULT ''
);
CREATE TRIGGER approvals_no_update BEFORE UPDATE OF id, key, kind, permission, roles, user_id, subject, request, preview, requested_by, requester, requested_at, expires_at ON approvals BEGIN SELECT RAISE(ABORT, 'approval_append_only'); END;
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals BEGIN SELECT RAISE(ABORT, 'approval_append_only'); END;
CREATE TRIGGER approval_decisions_no_update BEFORE UPDATE OF approval_id, decision, decided_by, decider, decided_at, call_id ON approval_decisions BEGIN SELECT RAISE(ABORT, 'approval_append_only'); END;
CREATE TRIGGER approval_decisions_no_delete BEFORE DELETE ON approval_decisions BEGIN SELECT RAISE(ABORT, 'approval_append_only'); END;
-- Checked in the batch of the act. A clock that was ahead at the request (300 s and more) ends it, too.
CREATE TRIGGER approval_decisions_time BEFORE INSERT ON approval_decisions WHEN NEW.decision <> 'void' AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = NEW.approval_id AND NEW.decided_at >= a.requested_at - 300 AND NEW.decided_at < a.expires_at) BEGIN SELECT RAISE(ABORT, 'approval_expired'); END;
CREATE TRIGGER approval_decisions_role BEFORE INSERT ON approval_decisions WHEN NEW.decision <> 'void' AND NOT EXISTS (SELECT 1 FROM staff m JOIN approvals a ON a.id = NEW.approval_id WHERE m.id = NEW.decided_by AND m.ended_at IS NULL AND m.role IN (SELECT value FROM json_each(a.roles))) BEGIN SELECT RAISE(ABORT, 'approval_role'); END;
CREATE TRIGGER approval_decisions_self BEFORE INSERT ON approval_decisions WHEN NEW.decision = 'approved' AND EXISTS (SELECT 1 FROM approvals a JOIN staff m ON m.id = NEW.decided_by WHERE a.id = NEW.approval_id AND (a.requested_by = m.id OR a.user_id = m.user_id)) BEGIN SELECT RAISE(ABORT, 'approval_self'); END;
-- A member whose role or place has changed since has no open request.
CREATE TRIGGER staff_change_voids AFTER UPDATE OF role, ended_at ON staff WHEN NEW.role <> OLD.role OR NEW.ended_at IS NOT OLD.ended_at BEGIN INSERT INTO approval_decisions (approval_id, decision, decided_by, decider, reason, decided_at) SELECT a.id, 'void', NULL, '', '', unixepoch() FROM approvals a WHERE a.requested_by = NEW.id AND a.expires_at > unixepoch() AND NOT EXISTS (SELECT 1 FROM approval_decisions d WHERE d.approval_id = a.id); END;
