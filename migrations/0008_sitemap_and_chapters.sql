-- The sitemap's index groups every title by kind and range of ids: read from this index alone.
CREATE INDEX titles_sitemap ON titles (kind, updated_at);

-- What a video holds, by the folder of its media. Times are seconds from its beginning.
CREATE TABLE chapters (
  media TEXT NOT NULL,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  PRIMARY KEY (media, starts)
) WITHOUT ROWID;
