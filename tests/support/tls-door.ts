import { Agent, request as requestUpstream, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localCertificate } from '../perf/certificate.mjs';

export interface TlsDoor {
  /** An https: origin on a free port, with a certificate of its own. */
  url: string;
  close: () => void;
}

/** TLS before the Worker of the tests: WebKit keeps no `Secure` cookie of http://localhost, as other browsers do. */
export async function openTlsDoor(upstream: string): Promise<TlsDoor> {
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    // By this header Miniflare tells the Worker its public address.
    const headers = { ...request.headers, 'mf-original-url': `${getOrigin()}${request.url ?? '/'}` };
    const options = { agent, hostname, port, method: request.method, path: request.url, headers };
    const passed = requestUpstream(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  };
  const server = createServer(await localCertificate(), pass);
  const getOrigin = () => `https://localhost:${String((server.address() as AddressInfo).port)}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: getOrigin(),
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
