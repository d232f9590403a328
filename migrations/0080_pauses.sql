-- A pause keeps the days: the subscription's end moves by its length, and back by the rest of it when it ends early.
-- The row and the account's new end are one statement, by the triggers. `paused_until`: 0 for none.
ALTER TABLE users ADD COLUMN paused_until INTEGER NOT NULL DEFAULT 0;
CREATE TABLE subscription_pauses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  months INTEGER NOT NULL CHECK (months BETWEEN 1 AND 3),
  started_at INTEGER NOT NULL,
  -- As planned, and as it is: the same unless the pause ended early.
  planned_end INTEGER NOT NULL CHECK (planned_end > started_at),
  ended_at INTEGER NOT NULL CHECK (ended_at BETWEEN started_at AND planned_end),
  UNIQUE (user_id, key)
);
CREATE INDEX subscription_pauses_user ON subscription_pauses (user_id, ended_at);
CREATE TRIGGER subscription_paused AFTER INSERT ON subscription_pauses BEGIN UPDATE users SET subscribed_until = subscribed_until + NEW.ended_at - NEW.started_at, paused_until = NEW.ended_at WHERE id = NEW.user_id; END;
CREATE TRIGGER subscription_resumed AFTER UPDATE OF ended_at ON subscription_pauses WHEN NEW.ended_at < OLD.ended_at BEGIN UPDATE users SET subscribed_until = subscribed_until - (OLD.ended_at - NEW.ended_at), paused_until = 0 WHERE id = NEW.user_id; END;

-- When an account last began to play. Streams are removed after a day, and a debit asks about a month.
CREATE TABLE last_plays (
  user_id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL
);
INSERT INTO last_plays (user_id, at)
  SELECT CAST(substr(profile, 2) AS INTEGER), max(last) FROM progress WHERE profile GLOB 'u[0-9]*' AND last > 0 GROUP BY profile;
INSERT INTO last_plays (user_id, at)
  SELECT user_id, max(began_at) FROM streams WHERE true GROUP BY user_id
  ON CONFLICT (user_id) DO UPDATE SET at = max(at, excluded.at);
CREATE TRIGGER streams_last_play AFTER INSERT ON streams BEGIN INSERT INTO last_plays (user_id, at) VALUES (NEW.user_id, NEW.began_at) ON CONFLICT (user_id) DO UPDATE SET at = max(at, excluded.at); END;

-- A renewal after a month without a play waits for a yes. `key`: the charge's.
CREATE TABLE renewal_questions (
  key TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  answer TEXT CHECK (answer IN ('yes', 'no')),
  answered_at INTEGER
) WITHOUT ROWID;
CREATE INDEX renewal_questions_user ON renewal_questions (user_id, asked_at);
CREATE INDEX renewal_questions_untold ON renewal_questions (asked_at) WHERE told = 0;
CREATE INDEX renewal_questions_asked ON renewal_questions (asked_at);
-- Since when renewing is on: a yes of these days.
ALTER TABLE direct_debit_settings ADD COLUMN turned_on_at INTEGER NOT NULL DEFAULT 0;

-- Numbers of the play that it is about (help/play-numbers.ts).
ALTER TABLE help_threads ADD COLUMN play TEXT;
-- Up to which message the user has read a thread.
ALTER TABLE help_threads ADD COLUMN read_message INTEGER NOT NULL DEFAULT 0;
UPDATE help_threads SET read_message = coalesce((SELECT max(id) FROM help_messages WHERE thread = number), 0);
CREATE TRIGGER help_messages_read AFTER INSERT ON help_messages WHEN NEW.author = 'user' BEGIN UPDATE help_threads SET read_message = NEW.id WHERE number = NEW.thread; END;
