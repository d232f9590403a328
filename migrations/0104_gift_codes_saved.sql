-- The maker of a batch says that its codes are saved: from then on nobody is shown them, not even with the key that was.
ALTER TABLE gift_batches ADD COLUMN codes_saved_at INTEGER;
CREATE TRIGGER gift_batches_saved_once BEFORE UPDATE OF codes_saved_at ON gift_batches WHEN OLD.codes_saved_at IS NOT NULL OR NEW.codes_saved_at IS NULL OR OLD.codes_at IS NULL BEGIN SELECT RAISE(ABORT, 'gift_codes_shown'); END;
