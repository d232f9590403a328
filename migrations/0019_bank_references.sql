-- The references of transactions that banks were asked about (docs/money.md). One settles one payment only, by gateway
-- and terminal: other sites may share a terminal. Terminal '' stands for a gateway whose verdicts name the payment, and
-- for what settled before this table was there.
CREATE TABLE bank_references (
  gateway TEXT NOT NULL,
  terminal TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- `asked`: we have asked and know no answer. `verified`: the bank verified it for us. `foreign`: it had been verified
  -- before we asked for the first time, so by somebody else.
  state TEXT NOT NULL CHECK (state IN ('asked', 'verified', 'foreign')),
  -- The payment that it settled.
  payment_id TEXT,
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (gateway, terminal, reference)
) WITHOUT ROWID;
INSERT INTO bank_references (gateway, terminal, reference, state, payment_id, asked_at)
  SELECT method, '', reference, CASE state WHEN 'settled' THEN 'verified' ELSE 'asked' END,
    CASE state WHEN 'settled' THEN id END, created_at
  FROM payments WHERE reference IS NOT NULL AND state IN ('settled', 'verifying', 'pending');
CREATE UNIQUE INDEX bank_references_payment ON bank_references (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_references_unowned ON bank_references (asked_at) WHERE payment_id IS NULL;

CREATE TRIGGER bank_references_owner_stays BEFORE UPDATE OF payment_id ON bank_references
  WHEN OLD.payment_id IS NOT NULL AND NEW.payment_id IS NOT OLD.payment_id
  BEGIN SELECT RAISE(ABORT, 'reference_used'); END;
CREATE TRIGGER bank_references_settled_before BEFORE INSERT ON bank_references
  WHEN NEW.payment_id IS NOT NULL AND EXISTS (SELECT 1 FROM bank_references r WHERE r.gateway = NEW.gateway
    AND r.terminal = '' AND r.reference = NEW.reference AND r.payment_id <> NEW.payment_id)
  BEGIN SELECT RAISE(ABORT, 'reference_used'); END;

-- A callback may name any reference, so several payments may carry the same one until it has settled one of them.
DROP INDEX payments_reference;
CREATE INDEX payments_reference ON payments (method, reference) WHERE reference IS NOT NULL;

-- The cron goes round by bank, longest unasked first.
DROP INDEX payments_open;
CREATE INDEX payments_open ON payments (method, checked_at, id) WHERE state IN ('initiated', 'pending', 'verifying');
-- What the cron sweeps.
CREATE INDEX payments_dead ON payments (created_at, id) WHERE state IN ('failed', 'cancelled', 'expired');
