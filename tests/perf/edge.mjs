import { createSecureServer } from 'node:http2';
import { localCertificate } from './certificate.mjs';
import { proxyTo } from './edge-proxy.mjs';
import { serveFolder } from './edge-static.mjs';

/**
 * A stand-in for a CDN's edge on loopback: HTTPS, HTTP/2, brotli. It is in front of a server (`upstream`, an http:
 * origin) or of a folder. The certificate is self-signed: the browser must be told to ignore that.
 * @param {{upstream: string} | {folder: string}} source
 * @returns {Promise<{url: string, close: () => Promise<void>}>} `url` is the origin, on a free port
 */
export async function startEdge(source) {
  const handler = 'upstream' in source ? proxyTo(source.upstream) : serveFolder(source.folder);
  const server = createSecureServer({ ...(await localCertificate()), allowHTTP1: true });
  const sessions = new Set();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('request', (request, response) => {
    // A browser that goes away in the middle is no news.
    request.on('error', () => {});
    response.on('error', () => {});
    handler(request, response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://localhost:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(resolve);
      }),
  };
}
