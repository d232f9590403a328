import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { findHandshake } from '../rooms/upgrade-answer.ts';

/** A longer message ends the connection before it is read; the room allows 2 KB. */
const MAX_MESSAGE_BYTES = 16 * 1024;

export type UpgradeHandler = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/** Answers upgrades by the app's own answer (createUpgradeAnswer). `hideSecrets`: an address as it may be logged. */
export function createUpgradeHandler(
  answer: (incoming: IncomingMessage) => Promise<Response>,
  hideSecrets: (target: string) => string = (target) => target.replace(/\?[^]*/, ''),
): UpgradeHandler {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  return async (incoming, socket, head) => {
    socket.on('error', () => socket.destroy());
    try {
      const response = await answer(incoming);
      const handshake = findHandshake(response);
      if (!handshake) {
        await refuse(socket, response);
        return;
      }
      if (socket.destroyed) {
        handshake(null);
        return;
      }
      const left = () => handshake(null);
      socket.once('close', left);
      server.handleUpgrade(incoming, socket, head, (connection) => {
        socket.off('close', left);
        handshake(connection);
      });
    } catch (error) {
      console.error(`${hideSecrets(incoming.url ?? '')}:`, error);
      socket.destroy();
    }
  };
}

async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  response.headers.set('content-length', String(body.byteLength));
  response.headers.set('connection', 'close');
  const { status } = response;
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n`);
  socket.end(body, () => socket.destroy());
}
