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
  for (const statement of migrationStatements()) await db.prepare(statement).run();
}

/** Every statement of every migration, in order. */
export function migrationStatements(): string[] {
  return readdirSync('migrations')
    .sort()
    .flatMap((file) =>
      readFileSync(`migrations/${file}`, 'utf8')
        .replace(/^\s*--.*$/gm, '')
        .split(/;\s*$/m)
        .filter((statement) => statement.trim() !== ''),
    );
}
