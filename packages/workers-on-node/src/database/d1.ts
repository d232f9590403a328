import type { DatabaseSync } from 'node:sqlite';
import type { Value } from './bindings.ts';
import { Engine, type Answer, type Request } from './engine.ts';

export interface Executor {
  execute: (requests: readonly Request[], isBatch: boolean) => Promise<Answer[]>;
  run: (sql: string) => Promise<void>;
}

/** D1's binding as far as Drizzle and our own code use it: prepare, bind, all, first, run, raw, batch and exec. */
export function createD1(executor: Executor): D1Database {
  const binding = {
    prepare: (sql: string) => new Statement(executor, sql),
    batch: async (statements: Statement[]) => {
      const answers = await executor.execute(
        statements.map((statement) => statement.toRequest(false)),
        true,
      );
      return answers.map(toResult);
    },
    exec: async (sql: string) => {
      await executor.run(sql);
      return { count: 1, duration: 0 };
    },
  };
  return binding as unknown as D1Database;
}

/** Over an open connection of this thread, which runs a statement before the call returns. */
export function openSqliteD1(db: DatabaseSync): D1Database {
  const engine = new Engine(db);
  return createD1({
    execute: (requests, isBatch) =>
      attempt(() => {
        const work = () => requests.map((request) => engine.execute(request));
        return isBatch ? engine.transact(work) : work();
      }),
    run: (sql) => attempt(() => engine.run(sql)),
  });
}

function attempt<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

class Statement {
  private readonly executor: Executor;
  private readonly sql: string;
  private readonly values: readonly Value[];

  constructor(executor: Executor, sql: string, values: readonly Value[] = []) {
    this.executor = executor;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.executor, this.sql, values.map(toValue));
  }

  toRequest(isRaw: boolean): Request {
    return { sql: this.sql, values: this.values, isRaw };
  }

  async all(): Promise<unknown> {
    return toResult(await this.execute(false));
  }

  run(): Promise<unknown> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.execute(false)).rows;
    if (row === undefined) return null;
    if (column === undefined) return row;
    if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
    return row[column];
  }

  async raw(options?: { columnNames?: boolean }): Promise<unknown> {
    const wantsNames = options?.columnNames === true;
    const { columns, lists } = await this.execute(true, wantsNames);
    return wantsNames ? [columns, ...lists] : lists;
  }

  private async execute(isRaw: boolean, wantsNames = false): Promise<Answer> {
    const [answer] = await this.executor.execute([{ ...this.toRequest(isRaw), wantsNames }], false);
    if (!answer) throw new Error('D1_ERROR: no answer');
    return answer;
  }
}

function toResult({ rows, changes, lastRowId }: Answer) {
  const meta = { duration: 0, changes, last_row_id: lastRowId, changed_db: changes > 0 };
  return { success: true, meta, results: rows };
}

function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value as string}'`);
}
