import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleWorker } from '../../../tools/lib/own-worker.ts';

export const SECRET = 'a-secret-of-the-door-for-tests-only';

let bundled: ReturnType<typeof bundleWorker> | null = null;

export interface TestDoor {
  url: string;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  forwardClock: (seconds: number) => Promise<void>;
  stop: () => Promise<void>;
}

export async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** The door in workerd, before an origin. A redirect is not followed. */
export async function startDoor(origin: string, port: number, vars: Record<string, string> = {}): Promise<TestDoor> {
  bundled ??= bundleWorker('tests/support/workers/door.wrangler.toml');
  const start = await bundled;
  const url = `http://127.0.0.1:${String(port)}`;
  const worker = await start({ SITE_URL: url, ORIGIN_URL: origin, DOOR_SECRET: SECRET, ...vars }, port);
  const forwardClock = async (seconds: number) => {
    await fetch(`${url}/forward-clock`, { method: 'POST', body: String(seconds) });
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  return { url, get, forwardClock, stop: () => worker.stop() };
}
