-- The network (AS number, 0 for another) by which a stream was asked for last; it goes with the stream after a day.
ALTER TABLE streams ADD COLUMN network INTEGER NOT NULL DEFAULT 0;

-- A queue: who has taken an alarm, who ended it (`seen_at`), and with what note.
ALTER TABLE alarms ADD COLUMN taken_by TEXT;
ALTER TABLE alarms ADD COLUMN taken_at INTEGER;
ALTER TABLE alarms ADD COLUMN seen_by TEXT;
ALTER TABLE alarms ADD COLUMN note TEXT;

-- Records that an act of many was about, and accounts that a search or a list showed (these for a year), as the trail names them.
CREATE TABLE audit_subjects (
  subject TEXT NOT NULL,
  audit_id INTEGER NOT NULL,
  PRIMARY KEY (subject, audit_id)
) WITHOUT ROWID;
CREATE INDEX audit_subjects_accounts ON audit_subjects (audit_id) WHERE subject >= 'account:' AND subject < 'account;';
CREATE TRIGGER audit_subjects_no_update BEFORE UPDATE ON audit_subjects BEGIN SELECT RAISE(ABORT, 'audit_append_only'); END;
CREATE INDEX approvals_subject ON approvals (subject);

-- The seal up to which the trail was verified: the next night continues there.
CREATE TABLE audit_walk (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seal_id INTEGER NOT NULL
);
INSERT INTO audit_walk (id, seal_id) VALUES (1, 0);

-- Names as the search folds them, a row for each word, so that the desk finds a family name in any spelling.
CREATE TABLE name_words (
  word TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (word, user_id)
) WITHOUT ROWID;
CREATE INDEX name_words_user ON name_words (user_id);
-- Accounts whose name waits for the schedule, which folds it.
CREATE TABLE names_waiting (user_id INTEGER PRIMARY KEY);
CREATE TRIGGER users_name_added AFTER INSERT ON users WHEN NEW.name <> '' BEGIN INSERT OR IGNORE INTO names_waiting (user_id) VALUES (NEW.id); END;
CREATE TRIGGER users_name_changed AFTER UPDATE OF name ON users WHEN NEW.name <> OLD.name BEGIN DELETE FROM name_words WHERE user_id = NEW.id; INSERT OR IGNORE INTO names_waiting (user_id) SELECT NEW.id WHERE NEW.name <> ''; END;
INSERT INTO names_waiting (user_id) SELECT id FROM users WHERE name <> '';
DROP INDEX users_name;
-- Of a fault of the subscription: the plan that somebody had, 0 for all. Its `subject` is the film of a premiere, or 0.
ALTER TABLE compensation_cases ADD COLUMN plan_id INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER compensation_cases_plan BEFORE UPDATE OF plan_id ON compensation_cases BEGIN SELECT RAISE(ABORT, 'compensation_append_only'); END;
