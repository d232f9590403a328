import { type DatabaseSync, type StatementSync } from 'node:sqlite';
import { findBindings, inlineLimits, type Bindings, type Value } from './bindings.ts';
import { toD1Error } from './d1-error.ts';

type Row = Record<string, unknown>;

export interface Request {
  sql: string;
  values: readonly Value[];
  isRaw: boolean;
  wantsNames?: boolean;
}
export interface Answer {
  rows: Row[];
  columns: string[];
  lists: unknown[][];
  changes: number;
  lastRowId: number;
}

/** D1 refuses larger statements (asked of workerd); one that runs on this host runs on the other. */
const D1_LIMITS = {
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  functionArg: 127,
  likePatternLength: 50,
  variableNumber: 100,
};
/** Compiled statements of a connection; a list of values in a text makes many of them. */
const MAX_COMPILED = 2000;

interface Compiled {
  rows: StatementSync;
  arrays: StatementSync;
  returnsRows: boolean;
  onlyReads: boolean;
}

/** Runs statements on one connection and answers as D1 does. Keeps them compiled: the same texts come again and again. */
export class Engine {
  private readonly db: DatabaseSync;
  private readonly compiled = new Map<string, Compiled>();
  private readonly bindings = new Map<string, Bindings>();
  private readonly count: StatementSync;
  /** Of the whole connection: rows changed until now, those that triggers changed among them, and the last row's number. */
  private counted = { total: 0, id: 0 };

  constructor(db: DatabaseSync) {
    this.db = db;
    // Node 24 has them, its types do not.
    Object.assign((db as DatabaseSync & { limits: object }).limits, D1_LIMITS);
    this.count = db.prepare('SELECT total_changes() AS total, last_insert_rowid() AS id');
    // A row's number may be above 2^53.
    this.count.setReadBigInts(true);
    this.recount();
  }

  execute({ sql, values, isRaw, wantsNames = false }: Request): Answer {
    const before = this.counted.total;
    const { compiled, values: bound } = this.prepare(sql, values);
    const statement = isRaw ? compiled.arrays : compiled.rows;
    const rows = ask(statement, compiled, bound);
    if (!compiled.onlyReads) this.recount();
    const { total, id } = this.counted;
    return {
      rows: isRaw ? [] : (rows as Row[]).map(toRow),
      columns: wantsNames ? compiled.arrays.columns().map(({ name }) => name) : [],
      lists: isRaw ? (rows as unknown[][]).map((row) => row.map(toAnswer)) : [],
      changes: total - before,
      lastRowId: id,
    };
  }

  /** One transaction, or a part of the one that is open. Only a change takes the write lock. */
  transact<T>(work: () => T, begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE'): T {
    const [open, commit, rollback] = this.db.isTransaction
      ? ['SAVEPOINT batch', 'RELEASE batch', 'ROLLBACK TO batch; RELEASE batch']
      : [begin, 'COMMIT', 'ROLLBACK'];
    this.run(open);
    try {
      const result = work();
      this.run(commit);
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec(rollback);
      throw error;
    }
  }

  run(sql: string): void {
    try {
      this.db.exec(sql);
    } catch (error) {
      throw toD1Error(error);
    }
    this.recount();
  }

  private recount(): void {
    const row = this.count.get() as { total: bigint; id: bigint };
    this.counted = { total: Number(row.total), id: Number(row.id) };
  }

  private compile(sql: string): Compiled {
    const stored = this.compiled.get(sql);
    if (stored) return stored;
    const [rows, arrays] = [this.db.prepare(sql), this.db.prepare(sql)];
    arrays.setReturnArrays(true);
    const made = { rows, arrays, returnsRows: rows.columns().length > 0, onlyReads: /^\s*select/i.test(sql) };
    // A change runs once, so its big numbers cannot be read a second time.
    if (made.returnsRows && !made.onlyReads) for (const statement of [rows, arrays]) statement.setReadBigInts(true);
    if (this.compiled.size >= MAX_COMPILED) this.compiled.clear();
    this.compiled.set(sql, made);
    return made;
  }

  private findBindings(sql: string): Bindings {
    const stored = this.bindings.get(sql);
    if (stored) return stored;
    const places = findBindings(sql);
    if (this.bindings.size >= MAX_COMPILED) this.bindings.clear();
    this.bindings.set(sql, places);
    return places;
  }

  /** SQLite compiles again when a value behind LIMIT is bound, so such a number becomes a part of the text. */
  private prepare(sql: string, values: readonly Value[]): { compiled: Compiled; values: Value[] } {
    const { count, limits, inlined } = this.findBindings(sql);
    const isInlined =
      limits.length > 0 && values.length === count && limits.every((at) => Number.isSafeInteger(values[at]));
    try {
      const compiled = this.compile(isInlined ? inlineLimits(sql, values, limits, inlined) : sql);
      if (count > D1_LIMITS.variableNumber) throw new Error('too many SQL variables');
      if (count === values.length) {
        return { compiled, values: values.filter((_, at) => !isInlined || !limits.includes(at)) };
      }
    } catch (error) {
      throw toD1Error(error);
    }
    throw new Error('D1_ERROR: Wrong number of parameter bindings for SQL query.');
  }
}

function ask(statement: StatementSync, { returnsRows, onlyReads }: Compiled, values: Value[]): unknown {
  try {
    if (!returnsRows) {
      statement.run(...values);
      return [];
    }
    if (!onlyReads) return statement.all(...values);
    return readAll(statement, values);
  } catch (error) {
    throw toD1Error(error);
  }
}

/** Numbers, which is faster; a row with an integer above 2^53 is read again, and its value is rounded, as D1 does. */
function readAll(statement: StatementSync, values: Value[]): unknown {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')) throw error;
    statement.setReadBigInts(true);
    const rows = statement.all(...values);
    statement.setReadBigInts(false);
    return rows;
  }
}

function toAnswer(value: unknown): unknown {
  if (value instanceof Uint8Array) return Array.from(value);
  return typeof value === 'bigint' ? Number(value) : value;
}

function toRow(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'object' || typeof value === 'bigint') row[name] = toAnswer(value);
  }
  return row;
}
