import { NODE_BUILD } from '../lib/build.ts';
import { HOST_ENV, HOST_PROGRAM } from '../lib/host-program.ts';
import { start, stop } from '../lib/processes.ts';
import { problem } from '../lib/progress.ts';
import type { Server } from '../lib/serve.ts';

interface NodeOptions {
  data: string;
  port: number;
  vars: Record<string, string>;
  build?: string;
}

/** The server's program on a data folder that is migrated; it answers when this returns. Errors of its log are shown. */
export async function startNodeServer({ data, port, vars, build = NODE_BUILD }: NodeOptions): Promise<Server> {
  const program = [...HOST_PROGRAM, '--build', build, '--data', data];
  const log: string[] = [];
  const started = Promise.withResolvers<undefined>();
  const server = start('node', [...program, '--port', String(port)], {
    env: { ...HOST_ENV, AVIF_EFFORT: '0', ...vars },
    onOutput: (text) => {
      log.push(text);
      if (text.includes('"message":"started"')) started.resolve(undefined);
      for (const line of text.split('\n')) if (line.includes('"level":"error"')) console.error(line);
    },
  });
  const died = server.ended.then(() => {
    throw problem(`The Node host ended:\n${log.join('')}`);
  });
  died.catch(() => undefined);
  await Promise.race([started.promise, died]);
  return { url: `http://localhost:${String(port)}`, ended: server.ended, stop: () => stop(server) };
}
