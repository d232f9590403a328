import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { migrationStatements } from '../support/database/migration-statements.ts';
import { applyChanges, givenChanges } from './mutation/change.ts';
import { shopStatements } from './shop.ts';

/** A database with the shop's goods and its users. */
export function openStart(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  const changes = givenChanges();
  const migrations = migrationStatements((file, text) => applyChanges(changes, file, text));
  for (const statement of [...migrations, ...shopStatements(hashToken)]) sqlite.exec(statement);
  return sqlite;
}

/** The hash by which a session is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
