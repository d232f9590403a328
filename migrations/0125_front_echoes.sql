-- The front begins and ends by the clock of the host that renders. A turn is taken once more when a host whose clock is
-- behind has reached it, too: until then that host renders pages of before it.
ALTER TABLE front_turns ADD COLUMN is_echo INTEGER NOT NULL DEFAULT 0;
