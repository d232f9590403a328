-- Comments on titles, with their replies, likes and reports, and the ratings of those who watched (docs/comments.md).
-- A comment is never deleted: one that is removed by its writer, or whose writer is erased, loses its text and keeps the
-- place that replies hang on. `user_id` is then the number of nobody.
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  -- A reply names a comment of the same title that is no reply.
  parent_id INTEGER,
  text TEXT NOT NULL,
  -- Seconds of the title until which the comment is covered; null: it gives nothing away.
  at INTEGER CHECK (at >= 0),
  state TEXT NOT NULL CHECK (state IN ('shown', 'held', 'removed')),
  -- The rule that held it; '' for none.
  held_for TEXT NOT NULL DEFAULT '',
  removed_by TEXT NOT NULL DEFAULT '' CHECK (removed_by IN ('', 'author', 'operator', 'account')),
  likes INTEGER NOT NULL DEFAULT 0,
  reports INTEGER NOT NULL DEFAULT 0,
  -- Replies that are shown.
  replies INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  reviewed_at INTEGER,
  reviewed_by TEXT NOT NULL DEFAULT ''
);
CREATE INDEX comments_roots ON comments (title_id, id) WHERE parent_id IS NULL;
CREATE INDEX comments_replies ON comments (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_user ON comments (user_id, created_at);
CREATE INDEX comments_state ON comments (state, id);
CREATE INDEX comments_reported ON comments (id) WHERE reports > 0;

CREATE TABLE comment_likes (
  comment_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) WITHOUT ROWID;
CREATE INDEX comment_likes_user ON comment_likes (user_id);

CREATE TABLE comment_reports (
  comment_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) WITHOUT ROWID;
CREATE INDEX comment_reports_user ON comment_reports (user_id);

CREATE TABLE ratings (
  title_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  rated_at INTEGER NOT NULL,
  PRIMARY KEY (title_id, user_id)
) WITHOUT ROWID;
CREATE INDEX ratings_user ON ratings (user_id);

-- What a title's page shows of all that without counting: shown comments, votes, and the sum of their stars.
CREATE TABLE title_feedback (
  title_id INTEGER PRIMARY KEY,
  comments INTEGER NOT NULL DEFAULT 0,
  votes INTEGER NOT NULL DEFAULT 0,
  stars INTEGER NOT NULL DEFAULT 0
);

-- Triggers keep the counts, whichever statement writes. Each stands on one line: migrations are split at line ends.
CREATE TRIGGER comments_added AFTER INSERT ON comments WHEN new.state = 'shown' BEGIN UPDATE comments SET replies = replies + 1 WHERE id = new.parent_id; INSERT INTO title_feedback (title_id, comments) VALUES (new.title_id, 1) ON CONFLICT (title_id) DO UPDATE SET comments = comments + 1; END;
CREATE TRIGGER comments_shown AFTER UPDATE OF state ON comments WHEN old.state <> 'shown' AND new.state = 'shown' BEGIN UPDATE comments SET replies = replies + 1 WHERE id = new.parent_id; INSERT INTO title_feedback (title_id, comments) VALUES (new.title_id, 1) ON CONFLICT (title_id) DO UPDATE SET comments = comments + 1; END;
CREATE TRIGGER comments_hidden AFTER UPDATE OF state ON comments WHEN old.state = 'shown' AND new.state <> 'shown' BEGIN UPDATE comments SET replies = replies - 1 WHERE id = new.parent_id; UPDATE title_feedback SET comments = comments - 1 WHERE title_id = new.title_id; END;
CREATE TRIGGER comment_likes_added AFTER INSERT ON comment_likes BEGIN UPDATE comments SET likes = likes + 1 WHERE id = new.comment_id; END;
CREATE TRIGGER comment_likes_gone AFTER DELETE ON comment_likes BEGIN UPDATE comments SET likes = likes - 1 WHERE id = old.comment_id; END;
CREATE TRIGGER comment_reports_added AFTER INSERT ON comment_reports BEGIN UPDATE comments SET reports = reports + 1 WHERE id = new.comment_id; END;
CREATE TRIGGER comment_reports_gone AFTER DELETE ON comment_reports BEGIN UPDATE comments SET reports = reports - 1 WHERE id = old.comment_id; END;
CREATE TRIGGER ratings_added AFTER INSERT ON ratings BEGIN INSERT INTO title_feedback (title_id, votes, stars) VALUES (new.title_id, 1, new.stars) ON CONFLICT (title_id) DO UPDATE SET votes = votes + 1, stars = stars + new.stars; END;
CREATE TRIGGER ratings_changed AFTER UPDATE OF stars ON ratings BEGIN UPDATE title_feedback SET stars = stars + new.stars - old.stars WHERE title_id = new.title_id; END;
CREATE TRIGGER ratings_gone AFTER DELETE ON ratings BEGIN UPDATE title_feedback SET votes = votes - 1, stars = stars - old.stars WHERE title_id = old.title_id; END;
