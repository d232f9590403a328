import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openBindings } from '../../../tools/local-d1/open.ts';
import { searchStatements } from '../../../src/features/search/query/search-statements.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { retryConnection } from '../../../tools/seed/retry-connection.ts';
import type { SearchSubject } from '../../../src/features/search/query/search-doc.ts';

export const STATE = '.wrangler/bench-search';
export const CONFIG = 'tests/perf/search/wrangler.toml';
const MARK = `${STATE}/filled`;
const BATCH = 1000;

/** The filled database, and the cost of filling it. */
export interface Filled {
  version: string;
  rows: number;
  /** Seconds to make and write all rows. */
  seconds: number;
  /** Bytes of all, and of each search table with its indexes. */
  bytes: Record<string, number>;
}

/** Fills the benchmark's own database, unless it holds this version already. */
export async function fill(version: string, subjects: readonly SearchSubject[]): Promise<Filled> {
  const mark = existsSync(MARK) ? (JSON.parse(readFileSync(MARK, 'utf8')) as Filled) : null;
  if (mark?.version === version) return mark;
  rmSync(STATE, { recursive: true, force: true });
  const proxy = await openBindings(CONFIG, `${STATE}/v3`);
  try {
    const db = proxy.env.DB;
    await migrate(db);
    const started = Date.now();
    const words = new Set<string>();
    for (let at = 0; at < subjects.length; at += BATCH) {
      const statements = searchStatements(subjects.slice(at, at + BATCH), words);
      await retryConnection(() =>
        db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(JSON.stringify(values)))),
      );
    }
    const seconds = (Date.now() - started) / 1000;
    await db.prepare(`INSERT INTO search_index (search_index) VALUES ('optimize')`).run();
    const filled = { version, rows: subjects.length, seconds, bytes: await sizes(db) };
    writeFileSync(MARK, JSON.stringify(filled));
    return filled;
  } finally {
    await proxy.dispose();
  }
}

async function sizes(db: D1Database): Promise<Record<string, number>> {
  const count = async (sql: string) => (await db.prepare(sql).first<number>('bytes')) ?? 0;
  const { meta } = await db.prepare('SELECT 1').run();
  return {
    'full-text index': await count('SELECT sum(length(block)) AS bytes FROM search_index_data'),
    'all tables': meta.size_after,
  };
}
