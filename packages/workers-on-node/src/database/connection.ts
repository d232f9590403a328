import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../process/owner.ts';

/** Milliseconds that a connection waits for another process' write lock. */
const BUSY_TIMEOUT_MS = 5000;

/** A writer's commit is on the disk before it answers (`synchronous=FULL`): money is written through it. */
export function openConnection(file: string, access: 'read' | 'write'): DatabaseSync {
  const isNew = !existsSync(file);
  const db = new DatabaseSync(file, { readOnly: access === 'read', timeout: BUSY_TIMEOUT_MS });
  if (isNew) giveToOwner(file);
  if (access === 'write') db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000');
  return db;
}
