-- Texts and details of the site as the desk wrote them, each save of a part a version. Before the first those of `settings` count.
CREATE TABLE site_texts (
  part TEXT NOT NULL,
  rev INTEGER NOT NULL CHECK (rev > 0),
  -- JSON, as its editor reads it.
  value TEXT NOT NULL,
  -- JSON: the fields of the site's details (spec 7.23) that it replaces.
  details TEXT NOT NULL,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (part, rev)
) WITHOUT ROWID;
CREATE TRIGGER site_texts_fixed BEFORE UPDATE ON site_texts BEGIN SELECT RAISE(ABORT, 'site_texts_fixed'); END;
CREATE TRIGGER site_texts_no_delete BEFORE DELETE ON site_texts BEGIN SELECT RAISE(ABORT, 'site_texts_fixed'); END;

-- Which version of the terms an account accepted; 0 is the built-in one.
CREATE TABLE terms_acceptances (
  user_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  -- The page of the login said so; 0: the version in force at the sign-up, of which it said nothing.
  asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
  PRIMARY KEY (user_id, version)
) WITHOUT ROWID;
CREATE INDEX terms_acceptances_version ON terms_acceptances (version, accepted_at, user_id);
