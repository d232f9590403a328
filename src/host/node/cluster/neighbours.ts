import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { WebSocket, type RawData } from 'ws';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import type { RoomStub } from '../../../features/watch-party/server/room.ts';
import { createUpgradeHandler } from '@pardeh/workers-on-node/http/upgrade';
import { toRequest } from '@pardeh/workers-on-node/http/to-request';
import { createUpgradeAnswer } from '@pardeh/workers-on-node/rooms/upgrade-answer';
import { getSocketPath, type Place } from '@pardeh/workers-on-node/process/place';

/** Milliseconds for a process of the same machine to begin its answer. */
const LIMIT_MS = 2000;
const about = v.pipe(
  v.string(),
  v.parseJson(),
  v.nullable(v.object({ title: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number() }), people: v.number() })),
);

export interface Neighbour {
  about: () => ReturnType<RoomStub['about']>;
  fetch: RoomStub['fetch'];
}

export function reachRoom(place: Place, index: number, room: string): Neighbour {
  const path = getSocketPath(place, index);
  return {
    about: async () => v.parse(about, await readText(path, `/rooms/${room}`)),
    fetch: (incoming) => joinRoom(`ws+unix://${path}:/rooms/${room}${new URL(incoming.url).search}`),
  };
}

export async function readText(socketPath: string, path: string): Promise<string> {
  const outgoing = request({ socketPath, path, headers: { host: 'localhost' }, timeout: LIMIT_MS });
  outgoing.on('timeout', () => outgoing.destroy(new Error(`${path}: another process is slow`)));
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return text(answer);
}

async function joinRoom(url: string): Promise<Response> {
  const inner = new WebSocket(url, { handshakeTimeout: LIMIT_MS, perMessageDeflate: false });
  const waiting: [RawData, boolean][] = [];
  const collect = (data: RawData, isBinary: boolean) => waiting.push([data, isBinary]);
  inner.on('message', collect);
  const status = await new Promise<number>((resolve) => {
    inner.once('open', () => resolve(101));
    inner.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 503));
    inner.once('error', () => resolve(503));
  });
  inner.on('error', () => undefined);
  if (status !== 101) {
    inner.terminate();
    return new Response(null, { status, headers: status === 503 ? { 'retry-after': '2' } : {} });
  }
  return createUpgradeAnswer((outer) => {
    if (!outer) {
      inner.close();
      return;
    }
    inner.off('message', collect);
    for (const [data, isBinary] of waiting) outer.send(data, { binary: isBinary });
    pipe(inner, outer);
    pipe(outer, inner);
  });
}

function pipe(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => to.send(data, { binary: isBinary }));
  from.on('error', () => to.terminate());
  from.on('close', (code, reason) => {
    // 1005 and 1006 say that no code came; they cannot be sent.
    if (code === 1006) to.terminate();
    else if (code === 1005) to.close();
    else to.close(code, reason);
  });
}

export async function answerNeighbours(
  place: Place,
  rooms: (name: string) => RoomStub,
  writeMetrics: () => string,
): Promise<{ close: () => void }> {
  const getRoom = (target: string) => {
    const name = /^\/rooms\/([\w-]+)(?:\?|$)/.exec(target)?.[1];
    return name === undefined ? null : rooms(name);
  };
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const room = getRoom(incoming.url ?? '');
      return room ? JSON.stringify(await room.about()) : writeMetrics();
    };
    answer().then(
      (body) => outgoing.end(body),
      () => outgoing.writeHead(500).end(),
    );
  });
  const upgrade = createUpgradeHandler(async (incoming) => {
    const upgrade = toRequest(incoming);
    const room = getRoom(incoming.url ?? '');
    return upgrade && room ? room.fetch(upgrade) : new Response(null, { status: 404 });
  });
  server.on('upgrade', (incoming, socket, head) => void upgrade(incoming, socket, head));
  const path = getSocketPath(place, place.index);
  await rm(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
