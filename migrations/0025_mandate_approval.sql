-- When somebody confirmed by a code that this mandate may be collected from (epoch seconds); null: its first direct debit
-- needs a code. Those that were collected from before need none.
ALTER TABLE mandates ADD COLUMN approved_at INTEGER;
UPDATE mandates SET approved_at = verified_at WHERE state = 'active' AND EXISTS (
  SELECT 1 FROM payments p WHERE p.user_id = mandates.user_id AND p.method = 'direct_debit' AND p.state = 'settled');
