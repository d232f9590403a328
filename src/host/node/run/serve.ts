import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { listUnsafeSettings } from '../../../app/unsafe-settings.ts';
import type { Env } from '../../../platform/config/env.ts';
import type { ApiFetch } from '../../../platform/http/calls/api-base.ts';
import { tellPrimary } from '@pardeh/workers-on-node/process/messages';
import { answerNeighbours, readText } from '../cluster/neighbours.ts';
import { getSocketPath, type Place } from '@pardeh/workers-on-node/process/place';
import { answer, handle, type Site } from '../http/handle.ts';
import { createPageMemory } from '../http/page-memory.ts';
import type { RenderGate } from '../http/render-gate.ts';
import { createProbes } from '../http/probes.ts';
import { answerUnreadable, MAX_HEADER_BYTES } from '../http/unreadable.ts';
import { openStaticFiles } from '../http/static-files.ts';
import { takeTurns } from '@pardeh/workers-on-node/http/take-turns';
import { toRequest } from '@pardeh/workers-on-node/http/to-request';
import { createUpgradeHandler } from '@pardeh/workers-on-node/http/upgrade';
import { openBindings } from '../open-bindings.ts';
import { createCaches } from '@pardeh/workers-on-node/stores/response-cache';
import { trackBackground } from '@pardeh/workers-on-node/process/context';
import { describeFolder, watchRoom } from './data-folder.ts';
import { keepHashedFiles } from './earlier-files.ts';
import { watchProcess } from '@pardeh/workers-on-node/process/gauges';
import { listen } from '@pardeh/workers-on-node/process/listen';
import { hideSecrets, log } from './log.ts';
import { createMetrics, mergeMetrics } from './metrics.ts';
import { StartProblem } from '@pardeh/workers-on-node/process/problem';
import { startSchedule } from '@pardeh/workers-on-node/process/schedule';
import type { Settings } from './settings.ts';

/** Of each of the app's three caches: pages, pictures, segments. */
const CACHE_BYTES = 64 * 2 ** 20;
/** A stop ends connections then, and leaves other work after as long again. systemd kills after 90 s. */
const STOP_MS = 30_000;
const SWEEP_MS = 50;
/** A part of an upload, 16 MiB, at half a megabit a second. */
const REQUEST_MS = 300_000;

interface Build {
  fetch: ApiFetch;
  scheduled: (env: Env, cron: string) => Promise<void>;
  build: string;
  renders: Pick<RenderGate, 'running' | 'refused'>;
  crons: readonly string[];
}

export interface ServeOptions {
  dataFolder: string;
  buildFolder: string;
  settings: Settings;
  host: string;
  port: number;
  onDeath: (cause: Error) => void;
  place: Place | null;
}

export interface Server {
  url: string;
  takeRooms: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Serves a build on a data folder that is migrated. `stop` lets requests and background work end. */
export async function serve(options: ServeOptions): Promise<Server> {
  const { settings, buildFolder, place } = options;
  const idleSeconds = Number(settings['ROOM_IDLE_SECONDS']);
  const threadProgram = pathToFileURL(join(buildFolder, 'server/database-thread.mjs'));
  const { dataFolder, onDeath } = options;
  const bindings = openBindings(dataFolder, { idleSeconds, onDeath, place, settings, threadProgram });
  const client = join(buildFolder, 'client');
  const { earlierFiles } = describeFolder(options.dataFolder);
  const isFirstProcess = place === null || place.index === 0;
  if (isFirstProcess) keepHashedFiles(client, earlierFiles, new Date());
  const files = openStaticFiles(client, earlierFiles);
  const assets = { fetch: async (input: Request | string) => files.fetch(new Request(input)) };
  const env = { ...settings, ...bindings.stores, ASSETS: assets } as unknown as Env;
  requireSafe(env);
  globalThis.caches = createCaches(CACHE_BYTES);
  const app = (await import(pathToFileURL(join(buildFolder, 'server/entry.mjs')).href)) as Build;
  const background = trackBackground();
  const metrics = createMetrics();
  const readGauges = watchProcess();
  let isReady = true;
  const writeMetrics = () =>
    metrics.write({
      background_tasks: background.size,
      room_sockets: bindings.rooms.countSockets(),
      open_connections: sockets.size,
      renders_running: app.renders.running,
      renders_refused: app.renders.refused,
      ...readGauges(),
    });
  const answerProbe = createProbes({
    build: app.build,
    isReady: () => isReady,
    isMediaReachable: bindings.media.isReachable,
    hasRoom: watchRoom(options.dataFolder),
    metricsToken: settings['METRICS_TOKEN'] ?? '',
    writeMetrics: async () => (place ? mergeMetrics(await readNeighbours(place, writeMetrics)) : writeMetrics()),
  });
  const { fetch, build } = app;
  const pages = createPageMemory();
  const site: Site = { fetch, build, env, files, pages, background, metrics, answerProbe };
  const server = createServer({
    keepAliveTimeout: 65_000,
    requestTimeout: REQUEST_MS,
    headersTimeout: 60_000,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const sockets = trackSockets(server);
  const turns = takeTurns((incoming, outgoing) => void handle(site, incoming, outgoing));
  server.on('request', turns.onRequest);
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, turns.isAnswering(socket)));
  const upgrade = createUpgradeHandler(async (incoming) => {
    const request = toRequest(incoming);
    return request ? answer(site, request, incoming.socket.remoteAddress) : new Response(null, { status: 400 });
  }, hideSecrets);
  server.on('upgrade', (incoming, socket, head) => void upgrade(incoming, socket, head));
  await listen(server, options, process.env);
  const schedule = startSchedule(bindings.hostDatabase, app.crons, (cron) => app.scheduled(env, cron));
  let neighbours: { close: () => void } | null = null;
  const takeRooms = async () => {
    if (!place) return;
    bindings.rooms.takeRooms();
    neighbours = await answerNeighbours(place, bindings.rooms.getOwn, writeMetrics);
  };
  const stop = async () => {
    isReady = false;
    const closed = new Promise((resolve) => server.close(resolve));
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    bindings.rooms.close();
    if (place) tellPrimary({ type: 'released' });
    const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), STOP_MS);
    const jobs = schedule.stop();
    await closed;
    clearTimeout(timer);
    clearInterval(sweep);
    const ended = Promise.all([jobs, background.settle()]).then(() => true);
    if (!(await Promise.race([ended, wait(STOP_MS, false)])))
      log('error', 'work has not ended', { background_tasks: background.size });
    neighbours?.close();
    await bindings.close();
    log('info', 'stopped');
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${String(port)}`, takeRooms, stop };
}

/** The open connections, upgraded ones too. A request ends with its own: Node leaves half a body without an end. */
function trackSockets(server: HttpServer): Set<Socket> {
  const requests = new WeakMap<Socket, IncomingMessage>();
  const sockets = new Set<Socket>();
  server.on('request', (incoming) => requests.set(incoming.socket, incoming));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      requests.get(socket)?.destroy();
    });
  });
  return sockets;
}

async function readNeighbours(place: Place, writeOwn: () => string): Promise<string[]> {
  const seats = Array.from({ length: place.count }, (_, index) => index);
  const read = async (index: number) =>
    index === place.index ? writeOwn() : readText(getSocketPath(place, index), '/metrics').catch(() => '');
  return Promise.all(seats.map(read));
}

/** Unlike a Worker, this host can refuse to start (decision 026). */
function requireSafe(env: Env): void {
  const unsafe = listUnsafeSettings(env, null);
  if (unsafe.length === 0) return;
  const lines = unsafe.map(({ setting, problem }) => `  ${setting}: ${problem}`);
  throw new StartProblem(`The site does not start on these settings:\n${lines.join('\n')}`, 78);
}
