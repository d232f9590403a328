import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { run } from '../../../tools/lib/processes.ts';
import type { Server } from '../../../tools/lib/serve.ts';
import { serveForTests, TEST_OPERATOR_TOKEN, VARS } from '../../../tools/lib/test-server.ts';
import { startNodeServer } from '../../../tools/node-server/node-server.ts';

/** A site of either host before its first title: genres, lists, plans and settings alone. Needs the build of the host. */
export interface EmptySite {
  url: string;
  /** Works through the queue of film files. The Worker is away meanwhile: its local state is open for one process. */
  makeFilms: () => Promise<void>;
  stop: () => Promise<void>;
}

const isOnNode = process.env['PARDEH_HOST'] === 'node';

export async function openEmptySite(folder: string, port: number, isNode = isOnNode): Promise<EmptySite> {
  rmSync(folder, { recursive: true, force: true });
  const env = { STATE_DIR: folder, INGEST_DIR: join(folder, 'ingest') };
  const place = isNode ? ['--data', folder] : [];
  const runScript = async (name: string, ...args: string[]) => {
    const program = ['--disable-warning=ExperimentalWarning', `scripts/${name}.ts`, ...args];
    const { code, output } = await run('node', program, { env });
    if (code !== 0) throw new Error(`${name}: ${output}`);
    return output;
  };
  await runScript('seed', '--only', 'base', ...place);
  let server = await serveEmpty(folder, port, isNode);
  return {
    url: server.url,
    makeFilms: async () => {
      if (!isNode) await server.stop();
      try {
        const output = await runScript('ingest-worker', '--once', ...place);
        if (output.includes('Job ')) throw new Error(output);
      } finally {
        if (!isNode) server = await serveEmpty(folder, port, isNode);
      }
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Accounts have no trial here, so that only purchases play. */
const SETTINGS = { OPERATOR_TOKEN: TEST_OPERATOR_TOKEN, TRIAL_DAYS: '0', LISTS: 'on' };

export function serveEmpty(folder: string, port: number, isNode = isOnNode): Promise<Server> {
  if (!isNode) return serveForTests({ port, stateDir: folder, vars: SETTINGS });
  const vars = parseEnv(readFileSync(VARS, 'utf8')) as Record<string, string>;
  // Each browser is a visitor of its own by this header (tests/support/browser/fixtures.ts).
  const more = { ...SETTINGS, CLIENT_ADDRESS_HEADER: 'cf-connecting-ip' };
  return startNodeServer({ data: folder, port, vars: { ...vars, ...more } });
}
