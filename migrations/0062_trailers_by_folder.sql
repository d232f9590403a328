-- The media door finds the title of a trailer by its folder.
CREATE INDEX titles_trailer ON all_titles (trailer) WHERE trailer IS NOT NULL;
