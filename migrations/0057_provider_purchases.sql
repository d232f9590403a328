-- Decision 137: purchases that were sent to a provider. One whose end is unknown is looked up and not sent again.
CREATE TABLE provider_purchases (
  -- SHA-256 of the session's token
  account TEXT NOT NULL,
  -- `download 1101`, `title 11`, `plan 3`
  item TEXT NOT NULL,
  -- Toman of the wallet, or days of the subscription, before the purchase was sent
  before INTEGER NOT NULL,
  -- Milliseconds
  sent_at INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_purchases_age ON provider_purchases (sent_at);
