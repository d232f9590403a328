-- Whether the new titles of an import of the desk are drafts. Earlier imports published at once.
ALTER TABLE catalogue_imports ADD COLUMN drafts INTEGER NOT NULL DEFAULT 0;
