-- The seconds of a title that can have been watched, by the server's clock, and when a save last added to them. A rating
-- needs them: a place alone is what a player says. Who watched before keeps what their player said.
ALTER TABLE progress ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN measured_at INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET watched = furthest, measured_at = last;
