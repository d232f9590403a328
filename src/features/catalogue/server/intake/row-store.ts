import * as v from 'valibot';
import type { Database } from '../../../../platform/db/client.ts';
import { jsonPieces, type Statement } from '../../../../platform/db/json-statements.ts';

/** Where an import reads and writes: a command's database, or that of a request. */
export interface RowStore {
  /** Titles of one transaction: local ones are short, remote ones save round trips. */
  batchSize: number;
  /** The rows of a query, each checked. */
  read: <S extends v.GenericSchema>(statement: Statement, row: S) => Promise<v.InferOutput<S>[]>;
  /** Runs all statements, or, if one fails or the process dies, none. */
  apply: (statements: readonly Statement[]) => Promise<void>;
}

/** Bytes of one value: D1 takes 2 MB. */
const PIECE_BYTES = 900_000;

/** Of a request, whose part of a file is one batch. `collect` takes its statements. */
export function createRequestStore(db: Database, collect: (statements: readonly Statement[]) => void): RowStore {
  return {
    batchSize: Number.POSITIVE_INFINITY,
    read: async ({ sql, values }, row) => {
      const statement = db.$client.prepare(sql);
      const { results } = await (sql.includes('?') ? statement.bind(JSON.stringify(values)) : statement).all();
      return v.parse(v.array(row), results);
    },
    apply: (statements) => {
      collect(statements);
      return Promise.resolve();
    },
  };
}

/** One transaction. */
export async function runStatements(db: Database, statements: readonly Statement[]): Promise<void> {
  const prepared = statements.flatMap(({ sql, values }) =>
    jsonPieces(values, PIECE_BYTES).map((json) => db.$client.prepare(sql).bind(json)),
  );
  if (prepared.length > 0) await db.$client.batch(prepared);
}
