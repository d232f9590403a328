-- Markers and chapters that the desk wrote for a title, in place of those of its film's file; NULL: as in the file. JSON
-- lists of kind, begin, end, and of begin, end, name_fa, name_en. Times are seconds of the film.
CREATE TABLE title_timelines (
  title_id INTEGER PRIMARY KEY,
  markers TEXT,
  chapters TEXT
);
