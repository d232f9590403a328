import type * as v from 'valibot';
import type { Statement } from '../../src/platform/db/json-statements.ts';

/** The local database or the one at Cloudflare. Both run the same statements. */
export interface Store {
  /** Titles of one transaction: local ones are short, remote ones save round trips. */
  batchSize: number;
  /** The rows of a query, each checked. */
  read: <S extends v.GenericSchema>(statement: Statement, row: S) => Promise<v.InferOutput<S>[]>;
  /** Runs all statements, or, if one fails or the process dies, none. */
  apply: (statements: readonly Statement[]) => Promise<void>;
  /** Runs SQL without values that defines tables or tidies them, all or none. */
  execute: (sql: readonly string[]) => Promise<void>;
  /** Writes the version of the catalogue to KV: pages in caches turn over. */
  putVersion: (version: string) => Promise<void>;
  close: () => Promise<void>;
}
