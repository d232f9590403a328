-- What a title's page shows beside its facts: art for English pages, logos, the focal point of the backdrop (percent),
-- an episode's still, the folder of a trailer, reasons of the age mark (keys, by commas), the last day of availability.
-- The view and its triggers name every column.
ALTER TABLE all_titles ADD COLUMN art_en TEXT;
ALTER TABLE all_titles ADD COLUMN logo_fa TEXT;
ALTER TABLE all_titles ADD COLUMN logo_en TEXT;
ALTER TABLE all_titles ADD COLUMN focus_x INTEGER;
ALTER TABLE all_titles ADD COLUMN focus_y INTEGER;
ALTER TABLE all_titles ADD COLUMN still TEXT;
ALTER TABLE all_titles ADD COLUMN trailer TEXT;
ALTER TABLE all_titles ADD COLUMN age_reasons TEXT;
ALTER TABLE all_titles ADD COLUMN available_until TEXT;
DROP VIEW titles;
CREATE VIEW titles AS SELECT id, kind, name_fa, name_en, name_latin, year, minutes, age, rating, views, access, release, release_date, synopsis_fa, synopsis_en, iranian, art, backdrop, series_id, season, number, media, updated_at, awards_fa, awards_en, art_en, logo_fa, logo_en, focus_x, focus_y, still, trailer, age_reasons, available_until FROM all_titles WHERE hidden = 0;
CREATE TRIGGER titles_view_insert INSTEAD OF INSERT ON titles BEGIN INSERT INTO all_titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, rating, views, access, release, release_date, synopsis_fa, synopsis_en, iranian, art, backdrop, series_id, season, number, media, updated_at, awards_fa, awards_en, art_en, logo_fa, logo_en, focus_x, focus_y, still, trailer, age_reasons, available_until) VALUES (new.id, new.kind, new.name_fa, new.name_en, new.name_latin, new.year, new.minutes, new.age, new.rating, new.views, new.access, new.release, new.release_date, new.synopsis_fa, new.synopsis_en, new.iranian, new.art, new.backdrop, new.series_id, new.season, new.number, new.media, new.updated_at, new.awards_fa, new.awards_en, new.art_en, new.logo_fa, new.logo_en, new.focus_x, new.focus_y, new.still, new.trailer, new.age_reasons, new.available_until); END;
CREATE TRIGGER titles_view_update INSTEAD OF UPDATE ON titles BEGIN UPDATE all_titles SET id = new.id, kind = new.kind, name_fa = new.name_fa, name_en = new.name_en, name_latin = new.name_latin, year = new.year, minutes = new.minutes, age = new.age, rating = new.rating, views = new.views, access = new.access, release = new.release, release_date = new.release_date, synopsis_fa = new.synopsis_fa, synopsis_en = new.synopsis_en, iranian = new.iranian, art = new.art, backdrop = new.backdrop, series_id = new.series_id, season = new.season, number = new.number, media = new.media, updated_at = new.updated_at, awards_fa = new.awards_fa, awards_en = new.awards_en, art_en = new.art_en, logo_fa = new.logo_fa, logo_en = new.logo_en, focus_x = new.focus_x, focus_y = new.focus_y, still = new.still, trailer = new.trailer, age_reasons = new.age_reasons, available_until = new.available_until WHERE id = old.id; END;
CREATE TRIGGER titles_view_delete INSTEAD OF DELETE ON titles BEGIN DELETE FROM all_titles WHERE id = old.id; END;
CREATE TABLE title_stills (title_id INTEGER NOT NULL, position INTEGER NOT NULL, picture TEXT NOT NULL, PRIMARY KEY (title_id, position)) WITHOUT ROWID;
CREATE TABLE seasons (series_id INTEGER NOT NULL, number INTEGER NOT NULL, name_fa TEXT, name_en TEXT, year INTEGER, PRIMARY KEY (series_id, number)) WITHOUT ROWID;
-- What a published folder of media holds: languages of sounds and subtitles (JSON lists of codes) and the height of its best rendition.
CREATE TABLE media_facts (media TEXT PRIMARY KEY, sounds TEXT NOT NULL, subtitles TEXT NOT NULL, height INTEGER NOT NULL) WITHOUT ROWID;
-- How the home page shows a list, and the line written above it.
ALTER TABLE lists ADD COLUMN layout TEXT NOT NULL DEFAULT 'posters';
ALTER TABLE lists ADD COLUMN line_fa TEXT;
ALTER TABLE lists ADD COLUMN line_en TEXT;
