-- Figures of the desk by the hour of Tehran (`hour`: its first second, epoch). `counted` is when the job last counted in that hour
-- itself, 0 where it came later: then figures that cannot be counted afterwards are unknown (docs/desk.md).
CREATE TABLE desk_hours (hour INTEGER NOT NULL, figure TEXT NOT NULL, part TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (hour, figure, part)) WITHOUT ROWID;
CREATE INDEX users_created ON users (created_at);
CREATE INDEX refunds_created ON refunds (created_at);
CREATE INDEX desk_hours_counted ON desk_hours (hour) WHERE figure = 'counted';

-- The number of the viewer's network (AS) joins the key, 0 for every network that `operators.ts` does not name.
ALTER TABLE qoe_days RENAME TO old_qoe_days;
CREATE TABLE qoe_days (day TEXT NOT NULL, height INTEGER NOT NULL, network INTEGER NOT NULL DEFAULT 0, exits INTEGER NOT NULL, failures INTEGER NOT NULL, stalls INTEGER NOT NULL, stall_ms INTEGER NOT NULL, played_ms INTEGER NOT NULL, PRIMARY KEY (day, height, network));
INSERT INTO qoe_days (day, height, exits, failures, stalls, stall_ms, played_ms) SELECT day, height, exits, failures, stalls, stall_ms, played_ms FROM old_qoe_days;
DROP TABLE old_qoe_days;
ALTER TABLE qoe_starts RENAME TO old_qoe_starts;
CREATE TABLE qoe_starts (day TEXT NOT NULL, height INTEGER NOT NULL, network INTEGER NOT NULL DEFAULT 0, bucket INTEGER NOT NULL, starts INTEGER NOT NULL, PRIMARY KEY (day, height, network, bucket));
INSERT INTO qoe_starts (day, height, bucket, starts) SELECT day, height, bucket, starts FROM old_qoe_starts;
DROP TABLE old_qoe_starts;
