-- Withdrawals that were requested before 0020 kept them in a table of their own: they count against their mandate within 31
-- days, and a failed one is looked up before its charge is collected again, and once more by the cron.

-- The mandate of a payment was not kept: it is taken to be the one that the rule then in force would have chosen.
-- 90 days is for how long withdrawals are kept.
INSERT INTO mandate_withdrawals (track_id, mandate_id, payment_id, requested_at, recheck_at)
  SELECT p.token,
    (SELECT m.id FROM mandates m LEFT JOIN direct_debit_settings s ON s.user_id = m.user_id
      WHERE m.user_id = p.user_id AND m.verified_at <= p.created_at
      ORDER BY m.state = 'active' DESC, m.bank = coalesce(s.bank, '') DESC, m.created_at DESC LIMIT 1) AS mandate,
    p.id, p.created_at, CASE WHEN p.state <> 'settled' THEN unixepoch() END
  FROM payments p
  WHERE p.method = 'direct_debit' AND p.token IS NOT NULL AND p.state <> 'initiated'
    AND p.created_at > unixepoch() - 7776000 AND mandate IS NOT NULL
  ON CONFLICT (track_id) DO NOTHING;

-- Login codes without a purpose: codes that confirm a session have a table of their own since 0024.
CREATE TABLE new_login_codes (
  mobile TEXT NOT NULL,
  asker TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  tries_left INTEGER,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (mobile, asker)
) WITHOUT ROWID;
INSERT INTO new_login_codes SELECT mobile, asker, code_hash, tries_left, expires_at FROM login_codes WHERE purpose = 'login';
DROP TABLE login_codes;
ALTER TABLE new_login_codes RENAME TO login_codes;
CREATE INDEX login_codes_expiry ON login_codes (expires_at);
