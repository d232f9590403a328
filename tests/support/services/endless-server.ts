import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

const CHUNK = new Uint8Array(64 * 1024).fill(0x20);

/** A server whose answers never end: blanks of a JSON text, as they are or compressed a thousandfold. Imports nothing of
 * the product. */
export async function openEndlessServer(kind: 'plain' | 'gzip' | 'announced') {
  const state = { bytes: 0, closed: 0 };
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const headers = { 'content-type': 'application/json' };
    outgoing.on('close', () => (state.closed += 1));
    if (kind === 'announced') {
      outgoing.writeHead(200, { ...headers, 'content-length': String(5 * 1024 ** 3) });
      outgoing.write('{');
      return;
    }
    outgoing.writeHead(200, kind === 'gzip' ? { ...headers, 'content-encoding': 'gzip' } : headers);
    const zip = kind === 'gzip' ? createGzip() : null;
    zip?.pipe(outgoing);
    const target = zip ?? outgoing;
    const write = (): void => {
      if (outgoing.destroyed) return;
      state.bytes += CHUNK.byteLength;
      target.write(CHUNK, () => {
        setImmediate(write);
      });
    };
    write();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}
