import type { Database } from './client.ts';
import { prepare, type Prepared, type Query, type Select } from './reusable.ts';

type Rows<Q> = { -readonly [K in keyof Q]: Q[K] extends Select<infer T> ? T : Record<string, unknown>[] };

/** Reads in one round trip, together with the reads that are sent in the same moment. Never for a change. */
export type ReadBatch = <const Q extends readonly Query[]>(queries: Q) => Promise<Rows<Q>>;

interface Part {
  prepared: readonly Prepared[];
  resolve: (rows: unknown[]) => void;
  reject: (cause: unknown) => void;
}

/** Microtasks until a batch is sent: the calls of a page begin in one of them and reach the database some later. */
const HOPS = 8;

export function joinReads(db: Database): ReadBatch {
  let waiting: Part[] = [];
  const flush = () => {
    const parts = waiting;
    waiting = [];
    void send(db.$client, parts);
  };
  const read = (queries: readonly Query[]) =>
    new Promise<never>((resolve, reject) => {
      const prepared = queries.map((query) => prepare(db.$client, query));
      if (waiting.length === 0) afterMicrotasks(HOPS, flush);
      waiting.push({ prepared, resolve: (rows) => resolve(rows as never), reject });
    });
  return read;
}

function afterMicrotasks(count: number, work: () => void): void {
  queueMicrotask(count === 0 ? work : () => afterMicrotasks(count - 1, work));
}

async function send(client: D1Database, parts: readonly Part[]): Promise<void> {
  try {
    const results = await client.batch(parts.flatMap(({ prepared }) => prepared.map(({ statement }) => statement)));
    let at = 0;
    for (const { prepared, resolve } of parts) resolve(prepared.map(({ map }) => map(results[at++] as D1Result)));
  } catch (cause) {
    const [only, ...others] = parts;
    if (others.length === 0) only?.reject(cause);
    // A statement that fails must not take the other calls of the page with it.
    else await Promise.all(parts.map((part) => send(client, [part])));
  }
}
