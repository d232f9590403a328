-- The sitemap's index finds its parts (5000 ids of a kind) and their latest change by seeks, where it walked all titles.
DROP INDEX titles_sitemap;
CREATE INDEX titles_sitemap ON all_titles (kind, id / 5000, updated_at, hidden);
