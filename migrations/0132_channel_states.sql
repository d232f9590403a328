-- Live channels that the desk makes: one that is no draft and not hidden is `released`.
ALTER TABLE channels ADD COLUMN state TEXT NOT NULL DEFAULT 'released' CHECK (state IN ('released', 'draft', 'hidden'));
