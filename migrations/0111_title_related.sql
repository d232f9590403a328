-- Titles that an editor names beside a title, before those that are computed.
CREATE TABLE title_related (
  title_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  related_id INTEGER NOT NULL,
  PRIMARY KEY (title_id, position)
) WITHOUT ROWID;
