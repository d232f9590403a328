-- The most that a yes to a renewal question agrees to, in toman with VAT; null for answers from before this migration.
ALTER TABLE renewal_questions ADD COLUMN max_total INTEGER;
