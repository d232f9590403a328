-- The desk's list of titles, the newest id first: of a kind, and the few that lack art or a file or are hidden.
CREATE INDEX titles_desk ON all_titles (id) WHERE kind <> 'episode';
CREATE INDEX titles_desk_kind ON all_titles (kind, id);
CREATE INDEX titles_without_art ON all_titles (id) WHERE art IS NULL;
CREATE INDEX titles_without_file ON all_titles (id) WHERE media IS NULL;
CREATE INDEX titles_concealed ON all_titles (id) WHERE hidden <> 0;
