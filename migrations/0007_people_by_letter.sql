-- The casts pages in English: the name by the Latin alphabet, without accents. A row that brings none is sorted by
-- its plain English name.
ALTER TABLE people ADD COLUMN latin_key TEXT;
CREATE INDEX people_group_latin ON people (group_name, coalesce(latin_key, lower(name_en)), id);
