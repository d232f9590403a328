-- How films play, in counts by Tehran's day and the lines of the picture (0: unknown); nothing of a viewer (docs/playback.md).
CREATE TABLE qoe_days (
  day TEXT NOT NULL,
  height INTEGER NOT NULL,
  exits INTEGER NOT NULL, -- Before the first picture
  failures INTEGER NOT NULL,
  stalls INTEGER NOT NULL,
  stall_ms INTEGER NOT NULL,
  played_ms INTEGER NOT NULL,
  PRIMARY KEY (day, height)
);
-- Start-up times; `bucket` of features/qoe/report.ts.
CREATE TABLE qoe_starts (
  day TEXT NOT NULL,
  height INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  starts INTEGER NOT NULL,
  PRIMARY KEY (day, height, bucket)
);
