-- The file behind a download: its key in R2 (null while there is none), and the languages of the subtitles in it as
-- JSON. Rows are written only after the file is there (docs/operations.md).
ALTER TABLE downloads ADD COLUMN file TEXT;
ALTER TABLE downloads ADD COLUMN subtitles TEXT NOT NULL DEFAULT '[]';
