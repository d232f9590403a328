-- The name beside a comment is a field of its own: it was the account's name, of which settings say that others do not see
-- it. A comment keeps the name that it was written with; those of before have none. users.comment_name is the name for the
-- next comment: NULL until its owner was asked, '' for none.
ALTER TABLE comments ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN comment_name TEXT;
-- The demo's writers are nobody.
UPDATE comments SET name = (SELECT u.name FROM users u WHERE u.id = comments.user_id) WHERE user_id IN (SELECT id FROM users WHERE mobile LIKE 'demo-writer-%');
UPDATE users SET comment_name = name, name = '' WHERE mobile LIKE 'demo-writer-%';
