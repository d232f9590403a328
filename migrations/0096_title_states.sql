-- When a title that the desk hides comes out, at the second `starts_at` or, with `needs_file`, as soon as it has a file
-- after it. `hide_id`: the change that the publication takes back. `run`: of the statement that published it.
-- A trigger stands on one line, for migrations are split at semicolons that end a line.
CREATE TABLE title_publications (
  id INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL,
  hide_id INTEGER NOT NULL,
  starts_at INTEGER NOT NULL,
  needs_file INTEGER NOT NULL DEFAULT 0,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  withdrawn_by TEXT,
  run TEXT,
  published_at INTEGER,
  CHECK (withdrawn_at IS NULL OR published_at IS NULL)
);
CREATE UNIQUE INDEX title_publications_open ON title_publications (title_id) WHERE withdrawn_at IS NULL AND published_at IS NULL;
CREATE INDEX title_publications_due ON title_publications (starts_at) WHERE withdrawn_at IS NULL AND published_at IS NULL;
CREATE INDEX title_publications_run ON title_publications (run) WHERE run IS NOT NULL;
CREATE TRIGGER title_publications_terms BEFORE UPDATE OF id, title_id, hide_id, starts_at, needs_file, operator, reason, created_at ON title_publications BEGIN SELECT RAISE(ABORT, 'title_publications is append-only'); END;
CREATE TRIGGER title_publications_over BEFORE UPDATE ON title_publications WHEN old.withdrawn_at IS NOT NULL OR old.published_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'title_publications is append-only'); END;
CREATE TRIGGER title_publications_last BEFORE DELETE ON title_publications BEGIN SELECT RAISE(ABORT, 'title_publications is append-only'); END;
CREATE TRIGGER title_published AFTER UPDATE OF published_at ON title_publications WHEN new.published_at IS NOT NULL BEGIN INSERT INTO title_changes (title_id, rev, field, before, after, save, undoes, operator, reason, created_at) SELECT id, rev + 1, 'hidden', '1', '0', new.run, new.hide_id, new.operator, new.reason, new.published_at FROM all_titles WHERE id = new.title_id; UPDATE all_titles SET hidden = hidden & 2, rev = rev + 1, updated_at = new.published_at WHERE id = new.title_id; END;

-- Beside `title_changes`: the rev at which somebody else than an editor of this title, an import, an ingest or a save of its
-- series, changed a field last. `lists`: genres, countries and languages; `all`: each field;
-- `_`: none. D1 takes at most 32 arguments of a function and five terms of a compound SELECT.
ALTER TABLE all_titles ADD COLUMN field_revs TEXT NOT NULL DEFAULT '{}';
DROP TRIGGER titles_rev;
DROP TRIGGER titles_rev_again;
CREATE TRIGGER titles_rev AFTER UPDATE OF updated_at, minutes, release_date, available_until, season, number ON all_titles WHEN new.rev = old.rev AND (new.series_id IS NULL OR new.name_fa IS NOT old.name_fa OR new.name_en IS NOT old.name_en OR new.synopsis_fa IS NOT old.synopsis_fa OR new.synopsis_en IS NOT old.synopsis_en OR new.minutes IS NOT old.minutes OR new.release_date IS NOT old.release_date OR new.available_until IS NOT old.available_until OR new.season IS NOT old.season OR new.number IS NOT old.number) BEGIN UPDATE all_titles SET rev = rev + 1, field_revs = json_set(json_set(field_revs, iif(new.series_id IS NULL, '$.lists', '$._'), new.rev + 1, iif(new.name_fa IS NOT old.name_fa, '$.name_fa', '$._'), new.rev + 1, iif(new.name_en IS NOT old.name_en, '$.name_en', '$._'), new.rev + 1, iif(new.name_latin IS NOT old.name_latin, '$.name_latin', '$._'), new.rev + 1, iif(new.synopsis_fa IS NOT old.synopsis_fa, '$.synopsis_fa', '$._'), new.rev + 1, iif(new.synopsis_en IS NOT old.synopsis_en, '$.synopsis_en', '$._'), new.rev + 1, iif(new.awards_fa IS NOT old.awards_fa, '$.awards_fa', '$._'), new.rev + 1, iif(new.awards_en IS NOT old.awards_en, '$.awards_en', '$._'), new.rev + 1, iif(new.year IS NOT old.year, '$.year', '$._'), new.rev + 1), iif(new.minutes IS NOT old.minutes, '$.minutes', '$._'), new.rev + 1, iif(new.season IS NOT old.season, '$.season', '$._'), new.rev + 1, iif(new.number IS NOT old.number, '$.number', '$._'), new.rev + 1, iif(new.age IS NOT old.age, '$.age', '$._'), new.rev + 1, iif(new.age_reasons IS NOT old.age_reasons, '$.age_reasons', '$._'), new.rev + 1, iif(new.access IS NOT old.access, '$.access', '$._'), new.rev + 1, iif(new.release IS NOT old.release, '$.release', '$._'), new.rev + 1, iif(new.release_date IS NOT old.release_date, '$.release_date', '$._'), new.rev + 1, iif(new.available_until IS NOT old.available_until, '$.available_until', '$._'), new.rev + 1) WHERE id = new.id; END;
-- As in 0093, and a title that comes back may have another value in each field.
CREATE TRIGGER titles_rev_again AFTER INSERT ON all_titles WHEN EXISTS (SELECT 1 FROM title_changes WHERE title_id = new.id) BEGIN UPDATE all_titles SET rev = (SELECT max(rev) + 1 FROM title_changes WHERE title_id = new.id), field_revs = json_object('all', (SELECT max(rev) + 1 FROM title_changes WHERE title_id = new.id)), hidden = hidden | EXISTS (SELECT 1 FROM title_changes h WHERE h.title_id = new.id AND h.field = 'hidden' AND h.after = '1' AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = h.id)) WHERE id = new.id; END;
