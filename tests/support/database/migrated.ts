import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { applyChanges, givenChanges } from '../../simulator/mutation/change.ts';
import { migrationStatements } from './migration-statements.ts';

/** Of Node 24; its types lack them. */
interface Copied {
  serialize: () => Uint8Array;
  deserialize: (bytes: Uint8Array) => void;
}

const FOLDER = '.cache/migrated';
const openEmpty = () => new DatabaseSync(':memory:') as DatabaseSync & Copied;
let image: Uint8Array | undefined;

/** A migrated database in memory. */
export function openMigrated(): DatabaseSync {
  const sqlite = openEmpty();
  sqlite.deserialize(readMigrated());
  return sqlite;
}

/** The bytes of a migrated database. Migrating takes 0.3 s, most of it ALTER TABLE, so all processes share the result. */
export function readMigrated(): Uint8Array {
  image ??= readImage();
  return image;
}

function readImage(): Uint8Array {
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

function migrate(statements: readonly string[]): Uint8Array {
  const sqlite = openEmpty();
  for (const statement of statements) sqlite.exec(statement);
  const bytes = sqlite.serialize();
  sqlite.close();
  return bytes;
}
