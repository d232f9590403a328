-- The day's book and VAT by month: entries by time.
CREATE INDEX ledger_created ON ledger_entries (created_at);
CREATE INDEX ledger_vat ON ledger_entries (created_at, amount) WHERE account = 'vat';
