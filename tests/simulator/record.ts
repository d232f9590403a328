// Prints what one long history asks of D1 and what the adapter answers, one JSON a line, for a comparison with the real D1
// (tests/api/scripts/sqlite-d1.test.ts). Arguments: the seed and the number of steps.
import { replaceGlobals } from '@pardeh/money-simulator/globals';

/** One request to D1: its texts, its values, and what came back. */
export interface Recorded {
  kind: 'all' | 'run' | 'first' | 'raw' | 'batch';
  statements: { sql: string; values: unknown[] }[];
  result: unknown;
  error: string | null;
}

replaceGlobals();
const { openStart } = await import('./start-database.ts');
const { giveTurns, live } = await import('./run.ts');
const { makeHistory } = await import('./history.ts');
const { World } = await import('./world.ts');

const [seed = 1, steps = 60] = process.argv.slice(2).map(Number);
const history = { ...makeHistory(seed, steps), world: 'banks' as const };
const requests: Recorded[] = [];
const world = new World(openStart(), history, { wrap: record });
for (const step of history.steps) await live(world, step);
await giveTurns(world);
process.stdout.write(`${requests.map((request) => JSON.stringify(request)).join('\n')}\n`);

/** The same D1, whose every request is noted. */
function record(db: D1Database): D1Database {
  const wrap = (inner: D1PreparedStatement, sql: string, values: unknown[]): object => ({
    ...{ inner, sql, values },
    bind: (...bound: unknown[]) => wrap(inner.bind(...bound), sql, bound),
    all: () => note('all', [{ sql, values }], inner.all()),
    run: () => note('run', [{ sql, values }], inner.run()),
    first: (...column: string[]) => note('first', [{ sql, values }], inner.first(...(column as [string]))),
    raw: () => note('raw', [{ sql, values }], inner.raw()),
  });
  return {
    prepare: (sql: string) => wrap(db.prepare(sql), sql, []),
    batch: (list: { inner: D1PreparedStatement; sql: string; values: unknown[] }[]) =>
      note(
        'batch',
        list.map(({ sql, values }) => ({ sql, values })),
        db.batch(list.map(({ inner }) => inner)),
      ),
  } as unknown as D1Database;
}

async function note<T>(kind: Recorded['kind'], statements: Recorded['statements'], answer: Promise<T>): Promise<T> {
  const entry: Recorded = { kind, statements, result: null, error: null };
  requests.push(entry);
  try {
    const result = await answer;
    entry.result = result;
    return result;
  } catch (error) {
    entry.error = String(error);
    throw error;
  }
}
