-- Gift cards (docs/money.md): a line of a payment that buys a plan's days for whoever has the code.
-- Bodies of triggers stay on one line: a line that ends with a semicolon ends a statement.

ALTER TABLE payment_lines ADD COLUMN gift INTEGER NOT NULL DEFAULT 0 CHECK (gift IN (0, 1));

-- A card is worth something from the moment its line is delivered until the line is given back.
CREATE TABLE gift_cards (
  id TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL UNIQUE,
  -- The last four characters of the code.
  tail TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (payment_id, line)
) WITHOUT ROWID;
CREATE INDEX gift_cards_created ON gift_cards (created_at, id);

-- The primary key makes a card single use. `payment_id`: the payment without a price that delivered the days.
CREATE TABLE gift_redemptions (
  card_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  payment_id TEXT NOT NULL UNIQUE,
  redeemed_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX gift_redemptions_user ON gift_redemptions (user_id, redeemed_at);

CREATE TRIGGER gift_redemptions_valid BEFORE INSERT ON gift_redemptions WHEN NOT EXISTS (SELECT 1 FROM gift_cards c JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line WHERE c.id = NEW.card_id AND l.gift = 1 AND l.delivered = 1 AND NOT EXISTS (SELECT 1 FROM refund_lines x WHERE x.payment_id = c.payment_id AND x.line = c.line)) BEGIN SELECT RAISE(ABORT, 'gift_not_valid'); END;
CREATE TRIGGER gift_redemptions_no_update BEFORE UPDATE ON gift_redemptions BEGIN SELECT RAISE(ABORT, 'gift_redeemed'); END;
CREATE TRIGGER gift_redemptions_no_delete BEFORE DELETE ON gift_redemptions BEGIN SELECT RAISE(ABORT, 'gift_redeemed'); END;

-- A card is given back whole, and only while nobody has redeemed it.
CREATE TRIGGER refund_lines_gift BEFORE INSERT ON refund_lines WHEN EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = NEW.payment_id AND l.line = NEW.line AND l.gift = 1 AND l.delivered = 1 AND (l.total <> NEW.toman OR EXISTS (SELECT 1 FROM gift_cards c JOIN gift_redemptions g ON g.card_id = c.id WHERE c.payment_id = l.payment_id AND c.line = l.line))) BEGIN SELECT RAISE(ABORT, 'gift_not_refundable'); END;
