-- An account's corrections, for its export and for erasing it.
CREATE INDEX corrections_from ON corrections (from_account);
CREATE INDEX corrections_to ON corrections (to_account);
CREATE INDEX corrections_payment ON corrections (payment_id);
