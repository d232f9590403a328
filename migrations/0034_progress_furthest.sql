-- The farthest second ever watched. A rewind moves the place back and not this: comments stay uncovered, and who has
-- watched enough may rate. Marking a title as seen by hand does not raise it.
ALTER TABLE progress ADD COLUMN furthest INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET furthest = coalesce((SELECT max(p.value ->> 'at') FROM json_each(points) p), 0);
