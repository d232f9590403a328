-- What holds a new comment, as the desk sets it: words beside the built-in ones, and the rules.
CREATE TABLE comment_words (
  -- In the search's folded form, doubled letters once (comment-words.ts).
  word TEXT NOT NULL PRIMARY KEY,
  shown TEXT NOT NULL,
  -- 0: a built-in word that does not hold.
  holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Without rules COMMENTS_HOLD decides.
CREATE TABLE comment_rules (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  rules TEXT,
  rev INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL
);
INSERT INTO comment_rules (id, rules, rev, changed_by, changed_at) VALUES (1, NULL, 0, '', 0);
