-- A title's genres, countries and languages in one table, with what lists are ordered and filtered by, so that a list
-- under any filter is one range of an index, walked by its rarest filter. Before, a list of few titles was found by a walk
-- of the whole kind, and counted by two whole sets. A facet is a genre's key, 'country:TR' or 'language:fa'. Triggers
-- keep it, whoever writes. A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE title_facets (
  title_id INTEGER NOT NULL,
  facet TEXT NOT NULL,
  kind TEXT NOT NULL,
  age INTEGER NOT NULL,
  year INTEGER NOT NULL,
  views INTEGER NOT NULL,
  rating REAL,
  PRIMARY KEY (title_id, facet)
) WITHOUT ROWID;
-- How many titles a facet has, to choose the rarest.
CREATE TABLE title_facet_counts (
  facet TEXT NOT NULL,
  kind TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (facet, kind)
) WITHOUT ROWID;
INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT t.id, f.genre, t.kind, t.age, t.year, t.views, t.rating FROM title_genres f JOIN titles t ON t.id = f.title_id;
INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT t.id, 'country:' || f.country, t.kind, t.age, t.year, t.views, t.rating FROM title_countries f JOIN titles t ON t.id = f.title_id;
INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT t.id, 'language:' || f.language, t.kind, t.age, t.year, t.views, t.rating FROM title_languages f JOIN titles t ON t.id = f.title_id;
INSERT INTO title_facet_counts (facet, kind, total) SELECT facet, kind, count(*) FROM title_facets GROUP BY facet, kind;
CREATE INDEX title_facets_newest ON title_facets (facet, year, title_id, kind, age);
CREATE INDEX title_facets_views ON title_facets (facet, views, title_id, kind, age);
CREATE INDEX title_facets_rating ON title_facets (facet, rating, title_id, kind, age);
CREATE TRIGGER title_facets_added AFTER INSERT ON title_facets BEGIN INSERT INTO title_facet_counts (facet, kind, total) VALUES (new.facet, new.kind, 1) ON CONFLICT (facet, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER title_facets_gone AFTER DELETE ON title_facets BEGIN UPDATE title_facet_counts SET total = total - 1 WHERE facet = old.facet AND kind = old.kind; END;
CREATE TRIGGER title_facets_kind AFTER UPDATE OF kind ON title_facets WHEN old.kind <> new.kind BEGIN UPDATE title_facet_counts SET total = total - 1 WHERE facet = old.facet AND kind = old.kind; INSERT INTO title_facet_counts (facet, kind, total) VALUES (new.facet, new.kind, 1) ON CONFLICT (facet, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER title_genres_facet_added AFTER INSERT ON title_genres BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, new.genre, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_genres_facet_gone AFTER DELETE ON title_genres BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = old.genre; END;
CREATE TRIGGER title_genres_facet_changed AFTER UPDATE OF genre, title_id ON title_genres BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = old.genre; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, new.genre, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_countries_facet_added AFTER INSERT ON title_countries BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'country:' || new.country, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_countries_facet_gone AFTER DELETE ON title_countries BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = 'country:' || old.country; END;
CREATE TRIGGER title_countries_facet_changed AFTER UPDATE OF country, title_id ON title_countries BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = 'country:' || old.country; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'country:' || new.country, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_languages_facet_added AFTER INSERT ON title_languages BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'language:' || new.language, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_languages_facet_gone AFTER DELETE ON title_languages BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = 'language:' || old.language; END;
CREATE TRIGGER title_languages_facet_changed AFTER UPDATE OF language, title_id ON title_languages BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = 'language:' || old.language; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'language:' || new.language, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
-- A title that comes after its genres, and one that is deleted before them.
CREATE TRIGGER title_facets_title_added AFTER INSERT ON titles BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, genre, new.kind, new.age, new.year, new.views, new.rating FROM title_genres WHERE title_id = new.id; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, 'country:' || country, new.kind, new.age, new.year, new.views, new.rating FROM title_countries WHERE title_id = new.id; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, 'language:' || language, new.kind, new.age, new.year, new.views, new.rating FROM title_languages WHERE title_id = new.id; END;
CREATE TRIGGER title_facets_title_gone AFTER DELETE ON titles BEGIN DELETE FROM title_facets WHERE title_id = old.id; END;
CREATE TRIGGER title_facets_follow AFTER UPDATE OF kind, age, year, views, rating ON titles BEGIN UPDATE title_facets SET kind = new.kind, age = new.age, year = new.year, views = new.views, rating = new.rating WHERE title_id = new.id; END;
-- The indexes of 0004 for a genre's lists, which the ones above replace. Their columns stay: the Worker of before orders by
-- them until it is replaced.
DROP INDEX title_genres_newest;
DROP INDEX title_genres_views;
DROP INDEX title_genres_rating;
