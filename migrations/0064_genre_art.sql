-- The picture of a genre's tile (a still).
ALTER TABLE genres ADD COLUMN art TEXT;
