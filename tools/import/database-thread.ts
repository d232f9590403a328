import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './local-store.ts';

/** A statement's values are texts of JSON, each for one run. */
export type ToThread =
  | { type: 'read'; sql: string; values?: string }
  | { type: 'apply'; statements: { sql: string; pieces: string[] }[] }
  | { type: 'execute'; sql: readonly string[] }
  | { type: 'close' };
export interface FromThread {
  rows: unknown[];
  error?: { name: string; message: string };
}

/** A transaction's changed pages fit into 48 MB of memory, and 64 MB of log are copied into the database at once. */
const BULK_PRAGMAS = 'PRAGMA cache_size = -49152; PRAGMA wal_autocheckpoint = 16000;';

const { folder, stateDir } = workerData as { folder?: string; stateDir?: string };
let opened: ReturnType<typeof openDatabase> | undefined;
const prepared = new Map<string, StatementSync>();

const open = () => {
  if (opened) return opened;
  opened = openDatabase(folder, stateDir);
  opened.exec(BULK_PRAGMAS);
  return opened;
};

const prepare = (sql: string) => {
  const statement = prepared.get(sql) ?? open().prepare(sql);
  prepared.set(sql, statement);
  return statement;
};

function inTransaction(work: () => void): void {
  open().exec('BEGIN IMMEDIATE');
  try {
    work();
    open().exec('COMMIT');
  } catch (error) {
    open().exec('ROLLBACK');
    throw error;
  }
}

function run(request: ToThread): unknown[] {
  if (request.type === 'read') {
    const statement = prepare(request.sql);
    return request.values === undefined ? statement.all() : statement.all(request.values);
  }
  if (request.type === 'apply')
    inTransaction(() => {
      for (const { sql, pieces } of request.statements) for (const json of pieces) prepare(sql).run(json);
    });
  if (request.type === 'execute')
    inTransaction(() => {
      for (const sql of request.sql) open().exec(sql);
    });
  if (request.type === 'close') opened?.close();
  return [];
}

parentPort?.on('message', (request: ToThread) => {
  let answer: FromThread;
  try {
    answer = { rows: run(request) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    answer = { rows: [], error: { name, message } };
  }
  parentPort?.postMessage(answer);
  if (request.type === 'close') parentPort?.close();
});
