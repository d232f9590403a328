-- How far each profile has come with each title. `profile` is 'u' and a user's id, or 'k' and a kids session's. `at`,
-- `last` and the flags are what src/domain/progress.ts makes of `since`, `seen` and `points` (JSON); kept beside them so
-- that lists are read by index. Places in seconds, moments in epoch seconds.
CREATE TABLE progress (
  profile TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  duration INTEGER NOT NULL,
  since INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  points TEXT NOT NULL,
  -- Where to go on; 0 where there is nothing to go on with.
  at INTEGER NOT NULL,
  last INTEGER NOT NULL,
  -- When it was taken off the list of what is being watched; what is watched later is on it again.
  hidden_at INTEGER NOT NULL DEFAULT 0,
  -- Counts the writes: one that was made from an older state is not written.
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (profile, title_id)
) WITHOUT ROWID;
CREATE INDEX progress_watching ON progress (profile, last, title_id) WHERE at > 0;
CREATE INDEX progress_last ON progress (profile, last, title_id);
CREATE INDEX progress_watched ON progress (profile, seen, title_id) WHERE seen > 0;
CREATE INDEX progress_kids ON progress (last) WHERE profile >= 'k' AND profile < 'l';

INSERT INTO progress (profile, title_id, duration, since, seen, points, at, last)
  SELECT 'u' || user_id, title_id, 0, added_at, added_at, '[]', 0, added_at FROM user_lists WHERE list = 'watched';
DELETE FROM user_lists WHERE list <> 'later';
