-- Messages to support, and its answers. `rev` counts what happened to a thread: an answer names the one that it was written for.
CREATE TABLE help_threads (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'refund', 'playback', 'account', 'other')),
  payment_id TEXT,
  -- The page that it was written about.
  page TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'closed')),
  rev INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- Since when the user waits for an answer: further messages do not move it.
  waits_since INTEGER NOT NULL,
  UNIQUE (user_id, key)
);
CREATE INDEX help_threads_user ON help_threads (user_id, changed_at, number);
CREATE INDEX help_threads_begun ON help_threads (user_id, created_at);
CREATE INDEX help_threads_state ON help_threads (state, changed_at, number);
CREATE INDEX help_threads_waits ON help_threads (state, waits_since, number);
-- Numbers begin at 10001, for who reads one aloud.
INSERT INTO help_threads (number, user_id, key, kind, state, rev, created_at, changed_at, waits_since) VALUES (10000, 0, '', 'other', 'closed', 0, 0, 0, 0);
DELETE FROM help_threads WHERE number = 10000;

CREATE TABLE help_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  thread INTEGER NOT NULL,
  -- Whose thread it is.
  user_id INTEGER NOT NULL,
  author TEXT NOT NULL CHECK (author IN ('user', 'staff')),
  operator TEXT NOT NULL DEFAULT '',
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (thread, author, key)
);
CREATE INDEX help_messages_thread ON help_messages (thread, id);
CREATE INDEX help_messages_user ON help_messages (user_id, author, created_at);
CREATE TRIGGER help_messages_added AFTER INSERT ON help_messages BEGIN UPDATE help_threads SET rev = rev + 1, state = CASE new.author WHEN 'user' THEN 'open' ELSE 'answered' END, waits_since = CASE WHEN new.author = 'user' AND state <> 'open' THEN new.created_at ELSE waits_since END, changed_at = new.created_at WHERE number = new.thread; END;
