-- Parts of a video that a viewer may want to pass over, by the folder of its media. Times are seconds from its beginning.
CREATE TABLE markers (
  media TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('intro', 'recap', 'credits')),
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL CHECK (ends > starts),
  PRIMARY KEY (media, kind)
) WITHOUT ROWID;
