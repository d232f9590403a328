import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { problem } from '../lib/progress.ts';
import { describeContents, createReader } from './contents.ts';
import { countRows, type Header } from './format.ts';
import { orderedSelect, readSchema, type Schema } from './schema.ts';

/**
 * Writes all rows of one moment into a packed file, which appears under its name when it is whole. Gives the number of
 * rows. A Problem where a value cannot be written exactly.
 */
export async function exportState(db: DatabaseSync, file: string): Promise<number> {
  const partial = `${file}.partial`;
  // A transaction sees one moment, also while the site writes.
  db.exec('BEGIN');
  try {
    const schema = readSchema(db);
    const state = await describeContents(createReader(db), schema);
    const packed = createWriteStream(partial, { flush: true, mode: 0o600 });
    await pipeline(Readable.from(writeLines(db, schema, state)), createGzip(), packed);
    renameSync(partial, file);
    return countRows(state);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    db.exec('ROLLBACK');
  }
}

function* writeLines(db: DatabaseSync, { tables }: Schema, state: Header): Generator<string> {
  const hash = createHash('sha256');
  const seal = (line: unknown) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  yield seal(state);
  for (const [at, table] of tables.entries()) {
    const select = db.prepare(orderedSelect(table));
    select.setReadBigInts(true);
    for (const stored of select.iterate()) {
      yield seal([at, table.columns.map((column) => toJson(stored[column], `${table.name}.${column}`))]);
    }
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`;
}

function toJson(stored: unknown, place: string): string | number | null {
  if (typeof stored === 'bigint' && Number.isSafeInteger(Number(stored))) return Number(stored);
  if (stored === null || typeof stored === 'string') return stored;
  if (typeof stored === 'number' && Number.isFinite(stored)) return stored;
  throw problem(`${place} has a value that JSON cannot hold: bytes, or an integer above 2^53.`);
}
