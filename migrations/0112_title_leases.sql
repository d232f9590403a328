-- Who edits a title now: advice for others, never a lock. `tab`: of the browser. It ends a minute after `renewed_at`.
CREATE TABLE title_leases (
  title_id INTEGER PRIMARY KEY,
  tab TEXT NOT NULL,
  operator TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  renewed_at INTEGER NOT NULL
);
