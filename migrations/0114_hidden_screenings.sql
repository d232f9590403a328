-- A screening that the desk hides is on no page and is not sold; one with tickets is not hidden.
ALTER TABLE screenings ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
