-- Search over titles, people, genres, channels and magazines (issue 3, section 3). What stood here before is built
-- again by the seed or the import.
DROP TABLE search_index;
DROP TABLE search_docs;

-- The number of a row says by itself how popular it is, for which age, and of which type: src/domain/search/doc-id.ts.
-- Reading the index in the order of its rows is reading it by popularity, so that a search stops early.
CREATE TABLE search_docs (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  ref_id INTEGER NOT NULL,
  slug TEXT,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  year INTEGER,
  iranian INTEGER NOT NULL,
  art TEXT,
  views INTEGER NOT NULL,
  age INTEGER NOT NULL,
  UNIQUE (type, ref_id)
);

-- Every column is folded by src/domain/search/search-doc.ts, so `ascii` only has to split at spaces.
-- names: whole names without their spaces. words: the words of all names. sounds, sound_names: the same by consonants.
CREATE VIRTUAL TABLE search_index USING fts5(
  names,
  words,
  sounds,
  sound_names,
  content = '',
  contentless_delete = 1,
  detail = column,
  tokenize = 'ascii',
  prefix = '2 3 4'
);

-- Each word of a name under itself and under itself less one letter: two words one typo apart share a key.
CREATE TABLE search_words (
  key TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (key, word)
) WITHOUT ROWID;
