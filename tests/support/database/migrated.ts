import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { applyChanges, givenChanges } from '../../simulator/mutation/change.ts';
import { migrationStatements } from './migration-statements.ts';

const FOLDER = '.cache/migrated';
let image: Buffer | undefined;

/** A migrated database in memory. */
export function openMigrated(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.deserialize(readMigrated());
  return sqlite;
}

/** The bytes of a migrated database. Migrating takes 0.3 s, most of it ALTER TABLE, so all processes share the result. */
export function readMigrated(): Buffer {
  image ??= readImage();
  return image;
}

function readImage(): Buffer {
  const changes = givenChanges();
  const statements = migrationStatements((file, text) => applyChanges(changes, file, text));
  const file = `${FOLDER}/${createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16)}.db`;
  try {
    return readFileSync(file);
  } catch {
    const bytes = migrate(statements);
    mkdirSync(FOLDER, { recursive: true });
    // Renamed when whole: another process may read it at once.
    writeFileSync(`${file}.${String(process.pid)}`, bytes);
    renameSync(`${file}.${String(process.pid)}`, file);
    return bytes;
  }
}

function migrate(statements: readonly string[]): Buffer {
  const sqlite = new DatabaseSync(':memory:');
  for (const statement of statements) sqlite.exec(statement);
  const bytes = Buffer.from(sqlite.serialize());
  sqlite.close();
  return bytes;
}
