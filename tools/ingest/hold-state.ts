import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { problem } from '../lib/progress.ts';

const POLL_MS = 100;

/**
 * Waits until no other ingest has the local state open, and holds it until the returned function is called: workerd
 * and SQLite want its files for one process. A lock of SQLite ends with its process, also by `kill -9`. A Problem where
 * `signal` ends the waiting.
 */
export async function holdState(stateDir: string, signal?: AbortSignal): Promise<() => void> {
  mkdirSync(stateDir, { recursive: true });
  const db = new DatabaseSync(join(stateDir, 'ingest.sqlite'));
  while (!tryLock(db)) {
    await setTimeout(POLL_MS);
    if (signal?.aborted) {
      db.close();
      throw problem('Stopped. Run the same command again to go on.');
    }
  }
  return () => db.close();
}

function tryLock(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
