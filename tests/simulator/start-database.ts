import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openMigrated } from '../support/database/migrated.ts';
import { shopStatements } from './shop.ts';

/** A database with the shop's goods and its users. */
export function openStart(): DatabaseSync {
  const sqlite = openMigrated();
  for (const statement of shopStatements(hashToken)) sqlite.exec(statement);
  return sqlite;
}

/** The hash by which a session is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
