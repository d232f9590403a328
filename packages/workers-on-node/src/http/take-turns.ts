import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests that a connection may send before its first one is answered. No browser and no proxy sends two. */
const MAX_WAITING = 16;

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** One request of a connection at a time (RFC 9112, 9.3.2): Node would start hundreds of pages at once. */
export function takeTurns(handle: Handler): { onRequest: Handler; isAnswering: (socket: Duplex) => boolean } {
  const waiting = new WeakMap<Duplex, (() => void)[]>();
  const onRequest: Handler = (incoming, outgoing) => {
    const { socket } = incoming;
    const queue = waiting.get(socket);
    const start = () => {
      outgoing.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (next && !socket.destroyed) next();
        else waiting.delete(socket);
      });
      handle(incoming, outgoing);
    };
    if (!queue) {
      waiting.set(socket, []);
      start();
    } else if (queue.length < MAX_WAITING) queue.push(start);
    else socket.destroy();
  };
  return { onRequest, isAnswering: (socket) => waiting.has(socket) };
}
