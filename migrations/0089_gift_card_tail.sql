-- The desk finds a card by the last four characters of its code.
CREATE INDEX gift_cards_tail ON gift_cards (tail, created_at, id);
