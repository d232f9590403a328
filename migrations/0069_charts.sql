-- Plays of titles by day (days since 1970, UTC), kept for the charts of lists; an episode's count for its series.
CREATE TABLE title_days (day INTEGER NOT NULL, title_id INTEGER NOT NULL, plays INTEGER NOT NULL, PRIMARY KEY (day, title_id)) WITHOUT ROWID;
-- A list with `chart` is written each night: the ten most played titles of that kind. `period` is 'week' while they are those
-- of the last seven days, and null while they are by all views.
ALTER TABLE lists ADD COLUMN chart TEXT;
ALTER TABLE lists ADD COLUMN period TEXT;
