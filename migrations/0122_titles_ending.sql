-- The desk’s titles by their last day, the soonest first.
CREATE INDEX titles_ending ON all_titles (available_until, id) WHERE available_until IS NOT NULL;
