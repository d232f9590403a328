// npm run serve: the site on this machine's Node, without Cloudflare: built, migrated, in a data folder of its own.
// --data FOLDER (default: data), --port N, --host ADDRESS, --env-file FILE, --demo: a demo with its titles.
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBindings } from '../src/host/node/open-bindings.ts';
import { describeFolder, openDataFolder } from '../src/host/node/run/data-folder.ts';
import { makeSettings, readSettings } from '../src/host/node/run/settings.ts';
import { NO_TOOLS } from '../tools/ingest/worker/exit-codes.ts';
import { buildForNode } from '../tools/lib/build.ts';
import { HOST_ENV, HOST_PROGRAM } from '../tools/lib/host-program.ts';
import { DEMO_VARS } from '../tools/lib/local-state.ts';
import { parsePort, requireFreePort } from '../tools/lib/ports.ts';
import { isEnding, start, stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, problem } from '../tools/lib/progress.ts';
import { buildStartText } from '../tools/lib/start-text.ts';
import { migrate } from '../tools/seed/migrate.ts';

const WORKER_PAUSE_MS = 10_000;

stopChildrenOnExit(0);
await command(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: 'data' },
      port: { type: 'string', default: process.env['PORT'] ?? '' },
      host: { type: 'string', default: '127.0.0.1' },
      'env-file': { type: 'string' },
      demo: { type: 'boolean', default: false },
    },
  });
  const port = parsePort(values.port, 4321);
  await requireFreePort(port, ', or choose another: --port');
  const { settings, database } = describeFolder(values.data);
  const isNew = !existsSync(database);
  openDataFolder(values.data);
  if (values['env-file'] === undefined && !existsSync(settings)) makeSettings(settings, values.demo ? DEMO_VARS : {});
  await buildForNode();
  if (isNew || values.demo)
    await runNode(['scripts/seed.ts', '--data', values.data, ...(values.demo ? ['--owner'] : ['--only', 'base'])]);
  else await migrateData(values.data);
  if (values.demo) console.log(buildStartText(`http://localhost:${String(port)}`));
  const file = values['env-file'] ?? settings;
  const args = [...HOST_PROGRAM, '--data', values.data, '--port', String(port), '--host', values.host];
  if (readSettings(file, process.env)['INGEST_WORKER'] !== 'off') void workOnFilms(values.data);
  const code = await start('node', [...args, '--env-file', file], { inherit: true, env: HOST_ENV }).ended;
  if (!isEnding()) throw problem(`The server stopped by itself (code ${code}); its settings are in ${file}.`);
});

async function migrateData(folder: string): Promise<void> {
  const { stores, close } = openBindings(folder);
  const count = await migrate(stores.DB);
  await close();
  if (count > 0) console.log(`${count} migrations applied.`);
}

/** Makes uploaded films into titles that play, until the server ends. A worker that died is started again. */
async function workOnFilms(folder: string): Promise<void> {
  const program = ['--disable-warning=ExperimentalWarning', 'scripts/ingest-worker.ts', '--data', folder];
  while (!isEnding()) {
    if ((await start('node', program, { inherit: true }).ended) === NO_TOOLS) return;
    await wait(WORKER_PAUSE_MS);
  }
}

async function runNode(args: string[]): Promise<void> {
  const { ended } = start('node', ['--disable-warning=ExperimentalWarning', ...args], { inherit: true });
  if ((await ended) !== 0) throw problem('Preparing the data folder failed (see above).');
}
