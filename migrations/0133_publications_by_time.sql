-- Publications whose second is over, for the compensation's look at premieres.
CREATE INDEX title_publications_starts ON title_publications (starts_at) WHERE withdrawn_at IS NULL;
