import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { applyChanges, givenChanges } from '../../simulator/mutation/change.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { readVars } from '../../../src/host/node/run/settings.ts';
import { CONTEXT } from './execution-context.ts';
import { openMigrated } from '../database/migrated.ts';
import { migrationStatements } from '../database/migration-statements.ts';
import type { Platform } from './platform.ts';

const LOCAL = { ...DEMO_VARS, DEMO_HOSTS: 'pardeh.test', MEDIA_SIGNING_KEY: 'for-tests-only' };

/** Rows from before a migration, such as `0020`, that it and the later ones then have to do with. */
export interface History {
  before: string;
  fill: (db: DatabaseSync) => void;
}

/**
 * In the place of platform.ts where mutants are tested (tools/simulator/mutate.ts) and where a worker dies between any two
 * statements: D1 alone, in process (decision 033), so that hundreds of runs need no workerd.
 */
export function openPlatform(vars: Partial<Env> = {}, history?: History): Promise<Platform> {
  const sqlite = history === undefined ? openMigrated() : migrateAround(history);
  const defaults = { ...readVars(readFileSync('wrangler.toml', 'utf8')), ...LOCAL };
  const env = { ...defaults, DB: openSqliteD1(sqlite), ...vars } as unknown as Env;
  return Promise.resolve({ env, ctx: CONTEXT, dispose: () => Promise.resolve() });
}

function migrateAround({ before, fill }: History): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  const changes = givenChanges();
  const migrate = (isWanted: (file: string) => boolean) => {
    for (const statement of migrationStatements((file, text) =>
      isWanted(file) ? applyChanges(changes, file, text) : '',
    )) {
      sqlite.exec(statement);
    }
  };
  const isOld = (file: string) => file < `migrations/${before}`;
  migrate(isOld);
  fill(sqlite);
  migrate((file) => !isOld(file));
  return sqlite;
}
