-- That an SMS went to an account: its kind, time and outcome, without number and text. For 30 days.
CREATE TABLE sent_sms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('code', 'mobile_code', 'notice')),
  state TEXT NOT NULL CHECK (state IN ('sent', 'failed')),
  sent_at INTEGER NOT NULL
);
CREATE INDEX sent_sms_user ON sent_sms (user_id, id);
CREATE INDEX sent_sms_time ON sent_sms (sent_at);
