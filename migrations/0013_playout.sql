-- What a programme plays on a linear channel: the media of a title, else a folder of its own; neither is the slate.
ALTER TABLE programmes ADD COLUMN title_id INTEGER;
ALTER TABLE programmes ADD COLUMN media TEXT;
-- A channel whose stream comes from elsewhere, as HLS; null is one that is played out here from its programmes.
ALTER TABLE channels ADD COLUMN stream_url TEXT;
-- Who may watch it: everybody (`free`), or subscribers (`subscription`).
ALTER TABLE channels ADD COLUMN access TEXT NOT NULL DEFAULT 'free';
