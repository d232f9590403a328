-- The picture of a programme that is not a title; a title has its own.
ALTER TABLE programmes ADD COLUMN picture TEXT;
