import { readFileSync, readdirSync } from 'node:fs';
import { getPlatformProxy } from 'wrangler';
import type { Env } from '../../src/config/env.ts';

export interface Platform {
  env: Env;
  ctx: ExecutionContext;
  dispose: () => Promise<void>;
}

/** Real, empty bindings of workerd (D1 migrated, R2, KV), thrown away at the end. */
export async function openPlatform(vars: Partial<Env> = {}): Promise<Platform> {
  const proxy = await getPlatformProxy<Env>({ configPath: 'wrangler.toml', persist: false, envFiles: ['/dev/null'] });
  const env = { ...proxy.env, MEDIA_SIGNING_KEY: 'a-key-for-tests-only', ...vars };
  await migrate(env.DB);
  return { env, ctx: proxy.ctx as unknown as ExecutionContext, dispose: () => proxy.dispose() };
}

async function migrate(db: D1Database): Promise<void> {
  for (const file of readdirSync('migrations').sort()) {
    const sql = readFileSync(`migrations/${file}`, 'utf8').replace(/^\s*--.*$/gm, '');
    for (const statement of sql.split(/;\s*$/m)) {
      if (statement.trim() !== '') await db.prepare(statement).run();
    }
  }
}

/** Begins the tables of migration 0005 anew: the ledger itself lets nothing be taken out of it. */
export async function emptyMoney(db: D1Database): Promise<void> {
  const made = `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN
    (SELECT value FROM json_each(?))`;
  const text = readFileSync('migrations/0005_money.sql', 'utf8').replace(/^\s*--.*$/gm, '');
  const tables = [...text.matchAll(/^CREATE TABLE (\w+)/gm)].map((match) => match[1] ?? '');
  const { results } = await db.prepare(made).bind(JSON.stringify(tables)).all<{ name: string }>();
  const dropIndexes = [...text.matchAll(/^CREATE (?:UNIQUE )?INDEX (\w+)/gm)].map(
    (match) => `DROP INDEX ${match[1] ?? ''}`,
  );
  const statements = text.split(/;\s*$/m).filter((statement) => statement.trim() !== '');
  await db.batch(
    [
      ...dropIndexes,
      ...results.map(({ name }) => `DROP TABLE ${name}`),
      ...statements,
      ...['plans', 'titles', 'users', 'sessions'].map((table) => `DELETE FROM ${table}`),
    ].map((statement) => db.prepare(statement)),
  );
}
