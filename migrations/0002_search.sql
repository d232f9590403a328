-- One full-text index over titles and people. `words` holds every spelling already folded by
-- src/domain/persian-text.ts, for unicode61 folds none of Persian's letters.
CREATE TABLE search_docs (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  ref_id INTEGER NOT NULL,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  year INTEGER,
  iranian INTEGER NOT NULL,
  art TEXT,
  views INTEGER NOT NULL,
  -- The folded names, each on a line, for exact and prefix ranking.
  names TEXT NOT NULL,
  UNIQUE (type, ref_id)
);

CREATE VIRTUAL TABLE search_index USING fts5(
  words,
  content = '',
  contentless_delete = 1,
  tokenize = 'unicode61',
  prefix = '2 3'
);
