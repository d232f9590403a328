import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves a handler over HTTP on loopback and breaks each connection after so many bytes of the body, as long as `cuts`
 * has numbers left. `ranges` holds the Range header of every request, '' for none.
 */
export async function listenCutting(handler: (request: Request) => Promise<Response>, cuts: number[]) {
  const ranges: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`;
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    ranges.push(incoming.headers.range ?? '');
    void handler(new Request(url, { method: incoming.method ?? 'GET', headers })).then(async (response) => {
      const body = new Uint8Array(await response.arrayBuffer());
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      const cut = cuts.shift();
      if (cut === undefined || cut >= body.byteLength) outgoing.end(body);
      else outgoing.write(body.slice(0, cut), () => incoming.socket.destroy());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    ranges,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
