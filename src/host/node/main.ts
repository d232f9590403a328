// The server's program: node src/host/node/main.ts --data FOLDER [--port N] [--host ADDRESS] [--env-file FILE]
import { parseArgs } from 'node:util';
import { describeFolder } from './run/data-folder.ts';
import { log, logConsoleAsJson } from './run/log.ts';
import { StartProblem } from './run/problem.ts';
import { serve } from './run/serve.ts';
import { readSettings } from './run/settings.ts';

logConsoleAsJson();
process.on('unhandledRejection', (cause) => console.error('unhandled rejection:', cause));

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new StartProblem(`${text} is no port.`, 64);
  return port;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: 'data' },
      build: { type: 'string', default: 'dist-node' },
      port: { type: 'string', default: process.env['PORT'] ?? '4321' },
      host: { type: 'string', default: '127.0.0.1' },
      'env-file': { type: 'string' },
    },
  });
  const settings = readSettings(values['env-file'] ?? describeFolder(values.data).settings, process.env);
  const server = await serve({
    dataFolder: values.data,
    buildFolder: values.build,
    settings,
    host: values.host,
    port: parsePort(values.port),
    // systemd starts it again: without its database's thread it can answer nothing.
    onDeath: (cause) => {
      console.error('the database has stopped:', cause);
      process.exit(70);
    },
  });
  log('info', 'started', { url: server.url });
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
  process.once('SIGTERM', stop).once('SIGINT', stop);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
