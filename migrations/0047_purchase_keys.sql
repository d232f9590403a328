-- Decision 122: the client's key of a purchase (Idempotency-Key) names its payment. A key buys one thing only.
CREATE TABLE purchase_keys (
  user_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX purchase_keys_age ON purchase_keys (created_at);

CREATE TRIGGER purchase_keys_request BEFORE UPDATE OF request ON purchase_keys WHEN NEW.request <> OLD.request BEGIN SELECT RAISE(ABORT, 'purchase_key_used'); END;
