-- A screening may have a number of seats; null: any number (docs/money.md).
ALTER TABLE screenings ADD COLUMN capacity INTEGER CHECK (capacity > 0);

-- A seat is held from the moment its payment is made until that ends without money, or the ticket is given back. One
-- person takes one seat, whatever number of payments holds it.
CREATE TABLE screening_seats (
  payment_id TEXT NOT NULL,
  screening_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (payment_id, screening_id)
) WITHOUT ROWID;
CREATE INDEX screening_seats_screening ON screening_seats (screening_id, user_id);
-- A ticket that was given back ended before its hours were over.
INSERT INTO screening_seats (payment_id, screening_id, user_id)
  SELECT o.payment_id, o.item_id, o.user_id FROM purchases o
  JOIN payment_lines l ON l.payment_id = o.payment_id AND l.kind = o.kind AND l.item_id = o.item_id
  WHERE o.kind = 'screening' AND o.ends_at >= max(o.bought_at, coalesce(l.opens_at, 0)) + l.hours * 3600
  UNION SELECT p.id, l.item_id, p.user_id FROM payments p JOIN payment_lines l ON l.payment_id = p.id
  WHERE p.state IN ('initiated', 'pending', 'verifying') AND l.kind = 'screening';

CREATE TRIGGER screening_seats_limit BEFORE INSERT ON screening_seats
  WHEN EXISTS (SELECT 1 FROM screenings c WHERE c.id = NEW.screening_id AND c.capacity <= (
    SELECT count(DISTINCT s.user_id) FROM screening_seats s WHERE s.screening_id = c.id AND s.user_id <> NEW.user_id))
  BEGIN SELECT RAISE(ABORT, 'screening_full'); END;
CREATE TRIGGER screening_seats_held AFTER INSERT ON payment_lines WHEN NEW.kind = 'screening'
  BEGIN INSERT INTO screening_seats (payment_id, screening_id, user_id) SELECT p.id, NEW.item_id, p.user_id FROM payments p WHERE p.id = NEW.payment_id AND p.state IN ('initiated', 'pending', 'verifying', 'settled'); END;
CREATE TRIGGER screening_seats_released AFTER UPDATE OF state ON payments
  WHEN NEW.state IN ('failed', 'cancelled', 'expired', 'reversed')
  BEGIN DELETE FROM screening_seats WHERE payment_id = NEW.id; END;
-- A refund ends the ticket, and its undo lengthens it.
CREATE TRIGGER screening_seats_given_back AFTER UPDATE OF ends_at ON purchases
  WHEN NEW.kind = 'screening' AND NEW.ends_at < OLD.ends_at
  BEGIN DELETE FROM screening_seats WHERE payment_id = NEW.payment_id AND screening_id = NEW.item_id; END;
CREATE TRIGGER screening_seats_taken_again AFTER UPDATE OF ends_at ON purchases
  WHEN NEW.kind = 'screening' AND NEW.ends_at > OLD.ends_at
  BEGIN INSERT INTO screening_seats (payment_id, screening_id, user_id) SELECT NEW.payment_id, NEW.item_id, NEW.user_id WHERE NOT EXISTS (SELECT 1 FROM screening_seats s WHERE s.payment_id = NEW.payment_id AND s.screening_id = NEW.item_id); END;
