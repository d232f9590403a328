-- Magazines and their issues in the desk: one that is no draft and not hidden is `released`, an issue from `starts_at`
-- on (epoch seconds; null: always).
ALTER TABLE magazines ADD COLUMN state TEXT NOT NULL DEFAULT 'released' CHECK (state IN ('released', 'draft', 'hidden'));
ALTER TABLE issues ADD COLUMN state TEXT NOT NULL DEFAULT 'released' CHECK (state IN ('released', 'draft', 'hidden'));
ALTER TABLE issues ADD COLUMN starts_at INTEGER;
CREATE INDEX issues_starts ON issues (starts_at) WHERE starts_at IS NOT NULL;
-- A magazine without a cover of its own has that of its newest issue, whichever that is by now.
UPDATE magazines SET art = NULL WHERE EXISTS (SELECT 1 FROM issues i WHERE i.magazine_id = magazines.id AND i.art = magazines.art);
