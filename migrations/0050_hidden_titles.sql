-- Hidden titles: the table is renamed, and everything that reads `titles` reads a view that leaves them out, so that each
-- query, count and search is closed by itself. hidden: 1 for a title that is hidden, 2 for an episode of a hidden series,
-- 3 for both. A trigger stands on one line, for migrations are split at semicolons that end a line.
ALTER TABLE titles RENAME TO all_titles;
ALTER TABLE all_titles ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
CREATE VIEW titles AS SELECT id, kind, name_fa, name_en, name_latin, year, minutes, age, rating, views, access, release, release_date, synopsis_fa, synopsis_en, iranian, art, backdrop, series_id, season, number, media, updated_at FROM all_titles WHERE hidden = 0;
-- The Worker of before writes through the view until it is replaced; so do the tests.
CREATE TRIGGER titles_view_insert INSTEAD OF INSERT ON titles BEGIN INSERT INTO all_titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, rating, views, access, release, release_date, synopsis_fa, synopsis_en, iranian, art, backdrop, series_id, season, number, media, updated_at) VALUES (new.id, new.kind, new.name_fa, new.name_en, new.name_latin, new.year, new.minutes, new.age, new.rating, new.views, new.access, new.release, new.release_date, new.synopsis_fa, new.synopsis_en, new.iranian, new.art, new.backdrop, new.series_id, new.season, new.number, new.media, new.updated_at); END;
CREATE TRIGGER titles_view_update INSTEAD OF UPDATE ON titles BEGIN UPDATE all_titles SET id = new.id, kind = new.kind, name_fa = new.name_fa, name_en = new.name_en, name_latin = new.name_latin, year = new.year, minutes = new.minutes, age = new.age, rating = new.rating, views = new.views, access = new.access, release = new.release, release_date = new.release_date, synopsis_fa = new.synopsis_fa, synopsis_en = new.synopsis_en, iranian = new.iranian, art = new.art, backdrop = new.backdrop, series_id = new.series_id, season = new.season, number = new.number, media = new.media, updated_at = new.updated_at WHERE id = old.id; END;
CREATE TRIGGER titles_view_delete INSTEAD OF DELETE ON titles BEGIN DELETE FROM all_titles WHERE id = old.id; END;

-- A walk along an index sees by itself what is hidden.
DROP INDEX titles_kind_newest;
DROP INDEX titles_kind_views;
DROP INDEX titles_kind_rating;
DROP INDEX titles_newest;
DROP INDEX titles_views;
DROP INDEX titles_rating;
DROP INDEX titles_sitemap;
CREATE INDEX titles_kind_newest ON all_titles (kind, year, id, hidden);
CREATE INDEX titles_kind_views ON all_titles (kind, views, id, hidden);
CREATE INDEX titles_kind_rating ON all_titles (kind, rating, id, hidden);
CREATE INDEX titles_newest ON all_titles (year, id, hidden) WHERE kind <> 'episode';
CREATE INDEX titles_views ON all_titles (views, id, hidden) WHERE kind <> 'episode';
CREATE INDEX titles_rating ON all_titles (rating, id, hidden) WHERE kind <> 'episode';
CREATE INDEX titles_sitemap ON all_titles (kind, updated_at, hidden);

-- An episode is hidden with its series, whichever comes first.
CREATE TRIGGER titles_hidden_series AFTER UPDATE OF hidden ON all_titles WHEN (old.hidden & 1) <> (new.hidden & 1) AND new.kind = 'series' BEGIN UPDATE all_titles SET hidden = (hidden & 1) | ((new.hidden & 1) << 1) WHERE series_id = new.id; END;
CREATE TRIGGER titles_hidden_series_added AFTER INSERT ON all_titles WHEN new.hidden & 1 AND new.kind = 'series' BEGIN UPDATE all_titles SET hidden = hidden | 2 WHERE series_id = new.id; END;
CREATE TRIGGER titles_hidden_episode_added AFTER INSERT ON all_titles WHEN new.series_id IS NOT NULL BEGIN UPDATE all_titles SET hidden = hidden | 2 WHERE id = new.id AND EXISTS (SELECT 1 FROM all_titles s WHERE s.id = new.series_id AND s.hidden & 1); END;
CREATE TRIGGER titles_hidden_episode_moved AFTER UPDATE OF series_id ON all_titles WHEN old.series_id IS NOT new.series_id BEGIN UPDATE all_titles SET hidden = (hidden & 1) | iif(EXISTS (SELECT 1 FROM all_titles s WHERE s.id = new.series_id AND s.hidden & 1), 2, 0) WHERE id = new.id; END;

-- Counts, facets and search hold what is shown. What is shown again is searched after the next import or reindex.
DROP TRIGGER titles_added;
DROP TRIGGER titles_gone;
DROP TRIGGER titles_kind;
CREATE TRIGGER titles_added AFTER INSERT ON all_titles WHEN new.hidden = 0 BEGIN INSERT INTO title_counts (genre, kind, total) VALUES ('', new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER titles_gone AFTER DELETE ON all_titles WHEN old.hidden = 0 BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = '' AND kind = old.kind; END;
CREATE TRIGGER titles_kind AFTER UPDATE OF kind ON all_titles WHEN old.kind <> new.kind AND old.hidden = 0 AND new.hidden = 0 BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = '' AND kind = old.kind; INSERT INTO title_counts (genre, kind, total) VALUES ('', new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; END;
CREATE TRIGGER titles_hidden AFTER UPDATE OF hidden ON all_titles WHEN old.hidden = 0 AND new.hidden <> 0 BEGIN UPDATE title_counts SET total = total - 1 WHERE genre = '' AND kind = old.kind; DELETE FROM title_facets WHERE title_id = new.id; DELETE FROM search_index WHERE rowid IN (SELECT id FROM search_docs WHERE type IN ('movie', 'series', 'video') AND ref_id = new.id); DELETE FROM search_docs WHERE type IN ('movie', 'series', 'video') AND ref_id = new.id; END;
CREATE TRIGGER titles_shown AFTER UPDATE OF hidden ON all_titles WHEN old.hidden <> 0 AND new.hidden = 0 BEGIN INSERT INTO title_counts (genre, kind, total) VALUES ('', new.kind, 1) ON CONFLICT (genre, kind) DO UPDATE SET total = total + 1; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, genre, new.kind, new.age, new.year, new.views, new.rating FROM title_genres WHERE title_id = new.id; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, 'country:' || country, new.kind, new.age, new.year, new.views, new.rating FROM title_countries WHERE title_id = new.id; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, 'language:' || language, new.kind, new.age, new.year, new.views, new.rating FROM title_languages WHERE title_id = new.id; END;

-- A genre's counts are those of its facet. The rows of before stay for the Worker of before.
DROP TRIGGER title_genres_added;
DROP TRIGGER title_genres_gone;
DROP TRIGGER title_genres_kind;

-- The triggers of 0035, which read the table that is now the view.
DROP TRIGGER title_genres_facet_added;
DROP TRIGGER title_genres_facet_changed;
DROP TRIGGER title_countries_facet_added;
DROP TRIGGER title_countries_facet_changed;
DROP TRIGGER title_languages_facet_added;
DROP TRIGGER title_languages_facet_changed;
DROP TRIGGER title_facets_title_added;
CREATE TRIGGER title_genres_facet_added AFTER INSERT ON title_genres BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, new.genre, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_genres_facet_changed AFTER UPDATE OF genre, title_id ON title_genres BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = old.genre; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, new.genre, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_countries_facet_added AFTER INSERT ON title_countries BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'country:' || new.country, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_countries_facet_changed AFTER UPDATE OF country, title_id ON title_countries BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = 'country:' || old.country; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'country:' || new.country, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_languages_facet_added AFTER INSERT ON title_languages BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'language:' || new.language, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_languages_facet_changed AFTER UPDATE OF language, title_id ON title_languages BEGIN DELETE FROM title_facets WHERE title_id = old.title_id AND facet = 'language:' || old.language; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT id, 'language:' || new.language, kind, age, year, views, rating FROM titles WHERE id = new.title_id; END;
CREATE TRIGGER title_facets_title_added AFTER INSERT ON all_titles WHEN new.hidden = 0 BEGIN INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, genre, new.kind, new.age, new.year, new.views, new.rating FROM title_genres WHERE title_id = new.id; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, 'country:' || country, new.kind, new.age, new.year, new.views, new.rating FROM title_countries WHERE title_id = new.id; INSERT INTO title_facets (title_id, facet, kind, age, year, views, rating) SELECT new.id, 'language:' || language, new.kind, new.age, new.year, new.views, new.rating FROM title_languages WHERE title_id = new.id; END;

-- A hidden episode is released to its followers when it is shown.
DROP TRIGGER episode_released;
DROP TRIGGER episode_added;
CREATE TRIGGER episode_released AFTER UPDATE OF release, series_id, hidden ON all_titles WHEN NEW.release = 'released' AND NEW.hidden = 0 AND NEW.series_id IS NOT NULL AND (OLD.release <> 'released' OR OLD.hidden <> 0 OR OLD.series_id IS NOT NEW.series_id) BEGIN INSERT INTO episode_releases (episode_id, series_id) SELECT NEW.id, NEW.series_id WHERE NOT EXISTS (SELECT 1 FROM episode_releases WHERE episode_id = NEW.id); END;
CREATE TRIGGER episode_added AFTER INSERT ON all_titles WHEN NEW.release = 'released' AND NEW.hidden = 0 AND NEW.series_id IS NOT NULL BEGIN INSERT INTO episode_releases (episode_id, series_id) SELECT NEW.id, NEW.series_id WHERE NOT EXISTS (SELECT 1 FROM episode_releases WHERE episode_id = NEW.id); END;
-- The episodes that their date releases, for the same record.
CREATE INDEX titles_episode_dates ON all_titles (release_date) WHERE release <> 'released' AND series_id IS NOT NULL;

-- As 0048, where the date releases: the hours of a buyer begin again where the title comes after its day, by its state
-- or by its media, or where the day is put off.
DROP TRIGGER titles_late_release;
CREATE TRIGGER titles_late_release AFTER UPDATE OF release, release_date, media ON all_titles WHEN (NEW.release_date > coalesce(OLD.release_date, '') AND NEW.release_date > date('now', '+12600 seconds')) OR (NOT coalesce(NEW.release_date > date('now', '+12600 seconds'), NEW.release <> 'released') AND (coalesce(OLD.release_date > date('now', '+12600 seconds'), OLD.release <> 'released') OR (OLD.media IS NULL AND NEW.media IS NOT NULL))) BEGIN UPDATE purchases SET ends_at = max(purchases.ends_at, l.hours * 3600 + iif(NEW.release_date > date('now', '+12600 seconds'), unixepoch(NEW.release_date) - 12600, unixepoch())) FROM payment_lines l WHERE purchases.kind = 'title' AND purchases.item_id = NEW.id AND l.payment_id = purchases.payment_id AND l.kind = 'title' AND l.item_id = NEW.id AND l.opens_at IS NOT NULL AND purchases.ends_at >= l.opens_at + l.hours * 3600 AND (SELECT coalesce(sum(r.toman), 0) FROM refund_lines r WHERE r.payment_id = l.payment_id AND r.line = l.line) < max(l.total, 1); END;
