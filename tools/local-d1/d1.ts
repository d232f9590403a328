import { text } from 'node:stream/consumers';
import { post } from './post.ts';

type Method = 'all' | 'batch' | 'first' | 'raw' | 'run';
interface Call {
  method: Method;
  statements: { sql: string; values: readonly unknown[] }[];
  args: readonly unknown[];
}
interface Answer {
  value: unknown;
  error?: { message: string; cause: string | null };
}
type Send = (call: Call) => Promise<unknown>;

/**
 * The D1 of a workerd that runs worker.mjs at `origin`. wrangler's own proxy stops this process at each `prepare` and
 * `bind` for an exchange with workerd; here a statement is one exchange, and none stops the process.
 */
export function connectD1(origin: string): D1Database {
  const send: Send = (call) => exchange(origin, JSON.stringify(call, markValue));
  const database = {
    prepare: (sql: string) => new Statement(send, sql),
    batch: (statements: Statement[]) => send({ method: 'batch', statements: statements.map(describe), args: [] }),
  };
  return database as unknown as D1Database;
}

class Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly #send: Send;

  constructor(send: Send, sql: string, values: readonly unknown[] = []) {
    this.sql = sql;
    this.values = values;
    this.#send = send;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#send, this.sql, values);
  }

  all = () => this.#call('all');
  run = () => this.#call('run');
  first = (...column: unknown[]) => this.#call('first', column);
  raw = (...options: unknown[]) => this.#call('raw', options);

  #call(method: Method, args: readonly unknown[] = []): Promise<unknown> {
    return this.#send({ method, statements: [describe(this)], args });
  }
}

/** Also of a test's own statement around one of ours. */
function describe({ sql, values }: Statement): Call['statements'][number] {
  return { sql, values };
}

function markValue(_key: string, value: unknown): unknown {
  if (value === undefined) return { undefined: true };
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (value instanceof ArrayBuffer) return { bytes: [...new Uint8Array(value)] };
  return value instanceof Uint8Array ? { bytes: [...value] } : value;
}

async function exchange(origin: string, body: string): Promise<unknown> {
  const { value, error } = JSON.parse(await text(await post(origin, body))) as Answer;
  if (error) throw new Error(error.message, error.cause === null ? {} : { cause: new Error(error.cause) });
  return value;
}
