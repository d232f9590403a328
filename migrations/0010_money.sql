-- Plans, wallet, purchases and direct debit (docs/money.md). Money is integer toman, times are epoch seconds.
-- Bodies of triggers stay on one line: a line that ends with a semicolon ends a statement.

-- `sale`: beside the subscription, or only so. `owned_hours` null: for good. `episode_toman`: what direct debit
-- collects for each new episode of a series.
CREATE TABLE title_prices (
  title_id INTEGER PRIMARY KEY,
  toman INTEGER NOT NULL CHECK (toman > 0),
  sale TEXT NOT NULL CHECK (sale IN ('beside', 'only')),
  owned_hours INTEGER,
  episode_toman INTEGER CHECK (episode_toman > 0)
);

CREATE INDEX title_prices_episodes ON title_prices (title_id) WHERE episode_toman IS NOT NULL;

CREATE TABLE downloads (
  id INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL,
  quality TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  toman INTEGER NOT NULL CHECK (toman >= 0),
  UNIQUE (title_id, quality)
);

CREATE TABLE discount_codes (
  code TEXT PRIMARY KEY,
  percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
  bonus_days INTEGER NOT NULL DEFAULT 0 CHECK (bonus_days >= 0),
  -- Null: for everything that is sold.
  plan_id INTEGER,
  ends_at INTEGER NOT NULL,
  max_uses INTEGER NOT NULL,
  uses_per_user INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('wallet', 'plan', 'title', 'cart')),
  state TEXT NOT NULL CHECK (
    state IN ('initiated', 'pending', 'verifying', 'settled', 'failed', 'cancelled', 'expired', 'reversed')
  ),
  method TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND price),
  vat INTEGER NOT NULL CHECK (vat >= 0),
  total INTEGER NOT NULL CHECK (total = price - discount + vat),
  -- What is being bought and how: the same purchase clicked twice has the same one.
  fingerprint TEXT NOT NULL,
  -- The bank's name for this payment, from its first answer, and its number of the transaction.
  token TEXT,
  pay_url TEXT,
  reference TEXT,
  trace TEXT,
  card TEXT,
  problem TEXT,
  discount_code TEXT,
  referrer INTEGER NOT NULL,
  commission INTEGER NOT NULL CHECK (commission >= 0),
  content_kind TEXT,
  content_id INTEGER,
  return_path TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  claimed_at INTEGER NOT NULL DEFAULT 0,
  checked_at INTEGER NOT NULL,
  settled_at INTEGER,
  delivered_at INTEGER,
  -- Of what was paid, the part that could not be delivered and is in the wallet.
  kept INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX payments_user ON payments (user_id, created_at, id);
CREATE INDEX payments_same ON payments (user_id, fingerprint, created_at);
CREATE INDEX payments_open ON payments (checked_at) WHERE state IN ('initiated', 'pending', 'verifying');
CREATE INDEX payments_discount ON payments (discount_code, user_id) WHERE discount_code IS NOT NULL;
-- One transaction of a bank settles one payment only.
CREATE UNIQUE INDEX payments_reference ON payments (method, reference) WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX payments_token ON payments (method, token) WHERE token IS NOT NULL;

-- The price is what it was when the payment was made, and what has settled stays settled.
CREATE TRIGGER payments_price_fixed BEFORE UPDATE OF user_id, purpose, method, price, discount, vat, total ON payments
  WHEN NEW.total <> OLD.total OR NEW.price <> OLD.price OR NEW.discount <> OLD.discount OR NEW.vat <> OLD.vat
    OR NEW.user_id <> OLD.user_id OR NEW.purpose <> OLD.purpose OR NEW.method <> OLD.method
  BEGIN SELECT RAISE(ABORT, 'payment_price_fixed'); END;
CREATE TRIGGER payments_settled_stays BEFORE UPDATE OF state ON payments
  WHEN OLD.state = 'settled' AND NEW.state <> 'settled'
  BEGIN SELECT RAISE(ABORT, 'payment_settled'); END;
-- From the wallet only what is delivered is taken: a purchase of what is owned already is none.
CREATE TRIGGER payments_wallet_keeps_nothing BEFORE UPDATE OF kept ON payments
  WHEN NEW.method = 'wallet' AND NEW.kept > 0
  BEGIN SELECT RAISE(ABORT, 'already_owned'); END;

CREATE TABLE payment_lines (
  payment_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('wallet', 'plan', 'title', 'screening', 'download')),
  item_id INTEGER NOT NULL,
  title_id INTEGER,
  title_kind TEXT,
  name_fa TEXT NOT NULL,
  name_en TEXT NOT NULL,
  quality TEXT,
  days INTEGER,
  -- A purchase that ends: so many hours after it opens, or after it was bought where that is later.
  hours INTEGER,
  opens_at INTEGER,
  list_price INTEGER NOT NULL,
  discount INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total = list_price - discount + vat AND total >= 0),
  delivered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (payment_id, line)
) WITHOUT ROWID;

-- What somebody owns. `ends_at` null: for good.
CREATE TABLE purchases (
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('title', 'screening', 'download')),
  item_id INTEGER NOT NULL,
  payment_id TEXT NOT NULL,
  title_id INTEGER NOT NULL,
  bought_at INTEGER NOT NULL,
  ends_at INTEGER,
  PRIMARY KEY (user_id, kind, item_id, payment_id)
) WITHOUT ROWID;
CREATE INDEX purchases_title ON purchases (user_id, title_id);

-- Double entry: the legs of an event sum to zero. Accounts are wallet:<user>, bank:<method>, sales:<kind>, vat.
CREATE TABLE ledger_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL,
  account TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0 AND typeof(amount) = 'integer'),
  payment_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX ledger_account ON ledger_entries (account, amount);
CREATE INDEX ledger_payment ON ledger_entries (payment_id, event, amount);
CREATE TRIGGER ledger_wallet_floor BEFORE INSERT ON ledger_entries
  WHEN NEW.amount < 0 AND NEW.account LIKE 'wallet:%'
    AND (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account = NEW.account) + NEW.amount < 0
  BEGIN SELECT RAISE(ABORT, 'wallet_below_zero'); END;
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger_append_only'); END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger_append_only'); END;

-- Direct debit. Each has the cap of a withdrawal in toman.
CREATE TABLE mandates (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  provider TEXT NOT NULL,
  bank TEXT NOT NULL,
  mobile TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'failed', 'cancelled')),
  token TEXT NOT NULL,
  authorization_id TEXT,
  limit_toman INTEGER NOT NULL,
  count_per_month INTEGER NOT NULL,
  ends_on TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  verified_at INTEGER
) WITHOUT ROWID;
CREATE INDEX mandates_user ON mandates (user_id, created_at);
CREATE UNIQUE INDEX mandates_token ON mandates (provider, token);

CREATE TABLE direct_debit_settings (
  user_id INTEGER PRIMARY KEY,
  subscription INTEGER NOT NULL,
  pay_anything INTEGER NOT NULL,
  bank TEXT NOT NULL
);
CREATE INDEX direct_debit_renewals ON direct_debit_settings (user_id) WHERE subscription = 1;

-- Episodes after `since` (season * 10000 + number) are new to this user.
CREATE TABLE direct_debit_series (
  user_id INTEGER NOT NULL,
  series_id INTEGER NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (user_id, series_id)
) WITHOUT ROWID;
CREATE INDEX direct_debit_series_series ON direct_debit_series (series_id, user_id);

-- One row for each event that is collected for; its key makes it once. Attempts are payments of their own.
CREATE TABLE direct_debit_charges (
  key TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('renewal', 'episode', 'payment')),
  item_id INTEGER NOT NULL,
  payment_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'done', 'stopped')),
  attempts INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX direct_debit_charges_open ON direct_debit_charges (next_try_at) WHERE state IN ('due', 'sent');
CREATE INDEX direct_debit_charges_user ON direct_debit_charges (user_id, created_at);

-- The sandbox bank's own books: bills to pay, mandates to agree to, and withdrawals by their track id.
CREATE TABLE sandbox_bills (
  token TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'mandate')),
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'verified', 'cancelled', 'reversed')),
  rial INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  callback_url TEXT NOT NULL,
  reference TEXT,
  bank TEXT,
  count_per_month INTEGER,
  ends_on TEXT,
  empty INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sandbox_withdrawals (
  track_id TEXT PRIMARY KEY,
  authorization_id TEXT NOT NULL,
  rial INTEGER NOT NULL,
  done INTEGER NOT NULL
) WITHOUT ROWID;

-- What cron sweeps.
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX login_sends_sent ON login_sends (sent_at);
CREATE INDEX login_codes_expiry ON login_codes (expires_at);
CREATE INDEX users_subscribed_until ON users (subscribed_until);
