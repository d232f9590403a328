import { type DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * D1 over SQLite in this process, as far as Drizzle's D1 driver and our own code use it: prepare, bind, all, first, run,
 * raw and batch, with D1's `meta`, values and error texts. tests/api/scripts/sqlite-d1.test.ts compares it with the real D1.
 */

/** D1's own limit of bound values in one statement. */
const MAX_BINDINGS = 100;
/** Extended result codes of SQLite by their names, as D1 writes them after the text. */
const CONSTRAINTS: Record<number, string> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  1811: 'SQLITE_CONSTRAINT_TRIGGER',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
};

type Value = string | number | null | Uint8Array;
interface Compiled {
  rows: StatementSync;
  arrays: StatementSync;
  returnsRows: boolean;
  onlyReads: boolean;
}
/** The values that a text asks for: how many, which of them follow LIMIT, and the texts with those in them. */
interface Bindings {
  count: number;
  limits: readonly number[];
  inlined: Map<string, string>;
}

/** A database of SQL statements, kept compiled: the same texts come again and again. */
class Engine {
  readonly db: DatabaseSync;
  private readonly compiled = new Map<string, Compiled>();
  private readonly bindings = new Map<string, Bindings>();
  private readonly count: StatementSync;
  /** Of the whole connection: rows changed so far, those that triggers changed among them, and the last row's number. */
  counted = { total: 0, id: 0 };

  constructor(db: DatabaseSync) {
    this.db = db;
    this.count = db.prepare('SELECT total_changes() AS total, last_insert_rowid() AS id');
    this.recount();
  }

  compile(sql: string): Compiled {
    const known = this.compiled.get(sql);
    if (known) return known;
    const [rows, arrays] = [this.db.prepare(sql), this.db.prepare(sql)];
    arrays.setReturnArrays(true);
    const made = { rows, arrays, returnsRows: rows.columns().length > 0, onlyReads: /^\s*select/i.test(sql) };
    this.compiled.set(sql, made);
    return made;
  }

  findBindings(sql: string): Bindings {
    const foundBindings = this.bindings.get(sql) ?? findBindings(sql);
    this.bindings.set(sql, foundBindings);
    return foundBindings;
  }

  recount(): void {
    this.counted = this.count.get() as { total: number; id: number };
  }

  /** One transaction, or a part of the one that is open. */
  transact<T>(work: () => T): T {
    const [begin, commit, rollback] = this.db.isTransaction
      ? ['SAVEPOINT batch', 'RELEASE batch', 'ROLLBACK TO batch; RELEASE batch']
      : ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
    this.db.exec(begin);
    try {
      const result = work();
      this.db.exec(commit);
      return result;
    } catch (error) {
      // Some errors have rolled the transaction back by themselves.
      if (this.db.isTransaction) this.db.exec(rollback);
      throw error;
    }
  }
}

class Statement {
  private readonly engine: Engine;
  readonly sql: string;
  private readonly values: readonly unknown[];

  constructor(engine: Engine, sql: string, values: readonly unknown[] = []) {
    this.engine = engine;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.engine, this.sql, values.map(toValue));
  }

  all(): Promise<unknown> {
    return attempt(() => this.execute());
  }

  run(): Promise<unknown> {
    return this.all();
  }

  first(column?: string): Promise<unknown> {
    return attempt(() => {
      const [row] = this.execute().results;
      if (row === undefined) return null;
      if (column === undefined) return row;
      if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
      return row[column];
    });
  }

  raw(options?: { columnNames?: boolean }): Promise<unknown> {
    return attempt(() => {
      const { compiled, values } = this.prepare();
      const rows = ask(compiled.arrays, compiled, values) as unknown[];
      if (!compiled.onlyReads) this.engine.recount();
      const names = options?.columnNames === true ? [compiled.arrays.columns().map(({ name }) => name)] : [];
      return [...names, ...rows.map((row) => (row as unknown[]).map(toAnswer))];
    });
  }

  /** Runs the statement at once and answers as D1's `all` does. Throws what D1 throws. */
  execute(): { success: true; meta: Record<string, unknown>; results: Record<string, unknown>[] } {
    const before = this.engine.counted.total;
    const { compiled, values } = this.prepare();
    const matches = ask(compiled.rows, compiled, values) as Record<string, unknown>[];
    if (!compiled.onlyReads) this.engine.recount();
    const { total, id } = this.engine.counted;
    const changes = total - before;
    const meta = { duration: 0, changes, last_row_id: id, changed_db: changes > 0 };
    return { success: true, meta, results: matches.map(toRow) };
  }

  /**
   * The compiled statement and its values. SQLite compiles a statement again whenever a value behind LIMIT is bound, even
   * to the same number: such a number becomes a part of the text.
   */
  private prepare(): { compiled: Compiled; values: Value[] } {
    const values = this.values as Value[];
    const { count, limits, inlined } = this.engine.findBindings(this.sql);
    const isInlined =
      limits.length > 0 && values.length === count && limits.every((at) => Number.isSafeInteger(values[at]));
    try {
      const text = isInlined ? inlineLimits(this.sql, values, limits, inlined) : this.sql;
      const compiled = this.engine.compile(text);
      if (count > MAX_BINDINGS) throw new Error('too many SQL variables');
      if (count === values.length) {
        return { compiled, values: isInlined ? values.filter((_, at) => !limits.includes(at)) : values };
      }
    } catch (error) {
      throw toD1Error(error);
    }
    throw new Error('D1_ERROR: Wrong number of parameter bindings for SQL query.');
  }
}

function ask(statement: StatementSync, { returnsRows }: Compiled, values: Value[]): unknown {
  try {
    if (returnsRows) return statement.all(...values);
    statement.run(...values);
    return [];
  } catch (error) {
    throw toD1Error(error);
  }
}

/** A D1 binding over an open database. One connection, so statements never overlap. */
export function openSqliteD1(db: DatabaseSync): D1Database {
  const engine = new Engine(db);
  const binding = {
    prepare: (sql: string) => new Statement(engine, sql),
    batch: (statements: Statement[]) =>
      attempt(() => engine.transact(() => statements.map((statement) => statement.execute()))),
    exec: (sql: string) =>
      attempt(() => {
        db.exec(sql);
        engine.recount();
        return { count: 1, duration: 0 };
      }),
  };
  return binding as unknown as D1Database;
}

function attempt<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value as string}'`);
}

function toAnswer(value: unknown): unknown {
  return value instanceof Uint8Array ? Array.from(value) : value;
}

function toRow(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (row[name] instanceof Uint8Array) row[name] = toAnswer(row[name]);
  return row;
}

function toD1Error(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = (error as { errcode?: number }).errcode ?? 0;
  const extended = CONSTRAINTS[code];
  const name = extended === undefined ? 'SQLITE_ERROR' : `SQLITE_CONSTRAINT (extended: ${extended})`;
  const text = `${error.message}: ${name}`;
  return new Error(`D1_ERROR: ${text}`, { cause: new Error(text) });
}

/** Texts, names and comments, in which a question mark is no value, or a question mark, with LIMIT before it. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\blimit\s+)?(\?)/gi;

function findBindings(sql: string): Bindings {
  const marks = [...sql.matchAll(TOKENS)].filter(([, , mark]) => mark !== undefined);
  const limits = marks.flatMap(([, limit], at) => (limit === undefined ? [] : [at]));
  return { count: marks.length, limits, inlined: new Map() };
}

/** The text with the numbers behind LIMIT in it. */
function inlineLimits(
  sql: string,
  values: readonly Value[],
  limits: readonly number[],
  candidate: Map<string, string>,
): string {
  const key = limits.map((at) => String(values[at])).join(' ');
  let at = -1;
  const text =
    candidate.get(key) ??
    sql.replace(TOKENS, (token, limit?: string, mark?: string) => {
      if (mark !== undefined) at += 1;
      return limit === undefined ? token : limit + String(values[at]);
    });
  candidate.set(key, text);
  return text;
}
