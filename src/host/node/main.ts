// The server's program: node dist-node/server/host.mjs --data FOLDER [--port N] [--host ADDRESS] [--env-file FILE]
// [--processes N]
import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import { tellPrimary, type FromPrimary } from '@pardeh/workers-on-node/process/messages';
import { readPlace } from '@pardeh/workers-on-node/process/place';
import { runPrimary } from '@pardeh/workers-on-node/process/primary';
import { describeFolder } from './run/data-folder.ts';
import { log, logConsoleAsJson } from './run/log.ts';
import { StartProblem } from '@pardeh/workers-on-node/process/problem';
import { serve } from './run/serve.ts';
import { readSettings } from './run/settings.ts';

const MAX_PROCESSES = 64;

logConsoleAsJson();
process.on('unhandledRejection', (cause) => console.error('unhandled rejection:', cause));

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new StartProblem(`${text} is no port.`, 64);
  return port;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_PROCESSES) {
    throw new StartProblem(`--processes ${text}: it is a number from 1 to ${String(MAX_PROCESSES)}.`, 64);
  }
  return count;
}

function readOptions() {
  const options = {
    data: { type: 'string', default: 'data' },
    build: { type: 'string', default: 'dist-node' },
    port: { type: 'string', default: process.env['PORT'] ?? '4321' },
    host: { type: 'string', default: '127.0.0.1' },
    'env-file': { type: 'string' },
    processes: { type: 'string', default: '1' },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartProblem((error as Error).message, 64);
  }
}

async function main(): Promise<void> {
  const values = readOptions();
  const count = parseCount(values.processes);
  if (count > 1 && cluster.isPrimary) {
    process.exit(await runPrimary(count, log));
  }
  const place = readPlace(process.env);
  const settings = readSettings(values['env-file'] ?? describeFolder(values.data).settings, process.env);
  const server = await serve({
    dataFolder: values.data,
    buildFolder: values.build,
    settings,
    host: values.host,
    port: parsePort(values.port),
    place,
    // systemd starts it again: without its database's thread it can answer nothing.
    onDeath: (cause) => {
      console.error('the database has stopped:', cause);
      process.exit(70);
    },
  });
  if (place) tellPrimary({ type: 'ready', url: server.url });
  else log('info', 'started', { url: server.url });
  const stop = (signal: string) => {
    log('info', 'stopping', { signal });
    server.stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        console.error('stop:', cause);
        process.exit(1);
      },
    );
  };
  const stopOnce = once(stop);
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce);
  if (!place) {
    process.on('SIGHUP', stopOnce);
    return;
  }
  process.on('message', ({ type }: FromPrimary) => {
    if (type === 'stop') stopOnce('stop');
    else server.takeRooms().catch((cause: unknown) => console.error('rooms:', cause));
  });
  process.on('disconnect', () => stopOnce('disconnect'));
}

function once(work: (signal: string) => void): (signal: string) => void {
  let isDone = false;
  return (signal) => {
    if (!isDone) work(signal);
    isDone = true;
  };
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
