-- What was imported (tools/import): which title an operator's id names, and a digest of the row it was made from, so
-- that the same file again changes nothing.
CREATE TABLE imported_titles (
  external_id TEXT PRIMARY KEY,
  title_id INTEGER NOT NULL,
  digest TEXT NOT NULL
) WITHOUT ROWID;

-- A genre's titles in every order of a browse page, each a range of an index: joined to titles they would be sorted
-- anew for each page, which takes half a second where a genre has 80 000. Copied from titles as kind and views are.
ALTER TABLE title_genres ADD COLUMN year INTEGER NOT NULL DEFAULT 0;
ALTER TABLE title_genres ADD COLUMN rating REAL;
UPDATE title_genres SET (year, rating) = (SELECT year, rating FROM titles WHERE id = title_id);
CREATE INDEX title_genres_newest ON title_genres (genre, year, title_id, kind);
CREATE INDEX title_genres_views ON title_genres (genre, views, title_id, kind);
CREATE INDEX title_genres_rating ON title_genres (genre, rating, title_id, kind);
CREATE TRIGGER title_genres_follow AFTER UPDATE OF kind, year, rating, views ON titles BEGIN UPDATE title_genres SET kind = new.kind, year = new.year, rating = new.rating, views = new.views WHERE title_id = new.id; END;

-- How many titles there are of a kind (genre '') and of a kind in a genre, and people on a casts page: a browse page
-- shows how many pages there are, and counting 100 000 rows for that takes longer than all else. Triggers keep them,
-- whoever writes. A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE title_counts (
  genre TEXT NOT NULL,
  kind TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (genre, kind)
) WITHOUT ROWID;
CREATE TABLE people_counts (
  group_name TEXT PRIMARY KEY,
  total INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO title_counts (genre, kind, total) SELECT '', kind, count(*) FROM titles GROUP BY kind;
INSERT INTO title_counts (genre, kind, total) SELECT genre, kind, count(*) FROM title_genres GROUP BY genre, kind;
INSERT INTO people_counts (group_name, total) SELECT group_name, count(*) FROM people WHERE group_name IS NOT NULL GROUP BY group_name;
CREATE TRIGGER titles_added AFTER INSERT ON titles BEGIN INSERT INTO title_counts (genre, kind, total) VALUES ('', new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER titles_gone AFTER DELETE ON titles BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = '' AND kind = old.kind; END;
CREATE TRIGGER titles_kind AFTER UPDATE OF kind ON titles WHEN old.kind <> new.kind BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = '' AND kind = old.kind; INSERT INTO title_counts (genre, kind, total) VALUES ('', new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER title_genres_added AFTER INSERT ON title_genres BEGIN INSERT INTO title_counts (genre, kind, total) VALUES (new.genre, new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER title_genres_gone AFTER DELETE ON title_genres BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = old.genre AND kind = old.kind; END;
CREATE TRIGGER title_genres_kind AFTER UPDATE OF genre, kind ON title_genres WHEN old.genre <> new.genre OR old.kind <> new.kind BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = old.genre AND kind = old.kind; INSERT INTO title_counts (genre, kind, total) VALUES (new.genre, new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER people_added AFTER INSERT ON people WHEN new.group_name IS NOT NULL BEGIN INSERT INTO people_counts (group_name, total) VALUES (new.group_name, 1) ON CONFLICT (group_name) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER people_gone AFTER DELETE ON people WHEN old.group_name IS NOT NULL BEGIN UPDATE people_counts SET total = total - 1 WHERE group_name = old.group_name; END;
CREATE TRIGGER people_group_changed AFTER UPDATE OF group_name ON people WHEN old.group_name IS NOT new.group_name BEGIN UPDATE people_counts SET total = total - 1 WHERE group_name = old.group_name; INSERT INTO people_counts (group_name, total) SELECT new.group_name, 1 WHERE new.group_name IS NOT NULL ON CONFLICT (group_name) DO UPDATE SET total = total + 1; END;
