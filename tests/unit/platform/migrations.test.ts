import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrationStatements } from '../../support/database/migration-statements.ts';

/** A row of each table that a migration makes again, as the table was before. */
const ROWS: Record<string, Record<string, string | number | null>> = {
  direct_debit_charges: {
    ...{ key: 'k', user_id: 1, kind: 'renewal', item_id: 2, state: 'due', attempts: 1, next_try_at: 3 },
    created_at: 4,
  },
  login_codes: { mobile: 'm', asker: 'a', purpose: 'login', code_hash: 'h', tries_left: 3, expires_at: 4 },
  approvals: {
    ...{ id: 7, key: 'k', kind: 'refund', permission: 'payments.refund', roles: '["owner"]', user_id: null },
    ...{ subject: 's', request: '{}', preview: '{}', reason: 'r', requested_by: 2, requester: 'o', requested_at: 5 },
    expires_at: 6,
  },
  picture_crops: { key: 'k', source: 's', ratio: 'poster', x: 0, y: 0.25, width: 1, height: 0.75, created_at: 3 },
  person_changes: {
    ...{ id: 9, person_id: 1, field: 'portrait', before: null, after: 'a', save: 's', undoes: null },
    ...{ operator: 'o', created_at: 4 },
  },
};
const REMADE = readdirSync('migrations')
  .sort()
  .flatMap((name) => {
    const text = readFileSync(`migrations/${name}`, 'utf8');
    return [...text.matchAll(/ALTER TABLE (?:new_\w+|\w+_new) RENAME TO (\w+)/g)].map(([, table = '']) => [
      name,
      table,
    ]);
  });

test.each(REMADE)('%s keeps the rows of %s', (name = '', table = '') => {
  const row = ROWS[table] ?? {};
  const db = new DatabaseSync(':memory:');
  const migrate = (isWanted: (file: string) => boolean) => {
    for (const statement of migrationStatements((file, text) => (isWanted(file) ? text : ''))) db.exec(statement);
  };
  const isBefore = (file: string) => file < `migrations/${name}`;
  migrate(isBefore);
  const columns = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  );
  migrate((file) => !isBefore(file));
  const rows = db.prepare(`SELECT * FROM ${table}`).all();
  const { purpose: _gone, ...kept } = row;
  expect(rows).toEqual([expect.objectContaining(kept)]);
});
