-- Where a visitor goes on after the bank's consent page (spec 7.16, callback_url): a local path, null for none.
ALTER TABLE mandates ADD COLUMN return_path TEXT;
